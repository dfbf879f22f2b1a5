// A mechanism in space: what is seen of it from a direction, azimuth and elevation in degrees. Film and studio turn it.

// right, up and towards the eye
function eye({ az: azimuth, el: elevation }) {
  const az = azimuth * Math.PI / 180, el = elevation * Math.PI / 180, [ca, sa, ce, se] = [Math.cos(az), Math.sin(az), Math.cos(el), Math.sin(el)];
  return [[-sa, ca, 0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]];
}
const dot = (a, [x, y, z]) => a[0] * x + a[1] * y + a[2] * z;
// [right, up] of a vector
const onScreen = (view, v) => { const [right, up] = eye(view); return [dot(right, v), dot(up, v)]; };
// x, y of every place on the screen, and how near it is, from x, y, z of all
function seen(view, x) {
  const [right, up, near] = eye(view), flat = [], depth = [];
  for (let k = 0; k < x.length; k += 3) {
    const at = [x[k], x[k + 1], x[k + 2]];
    flat.push(dot(right, at), dot(up, at)); depth.push(dot(near, at));
  }
  return { flat, depth };
}
// the same room from all sides, so that nothing jumps while it is turned
function seenExtent(view, { middle, radius: r }) {
  const [x, y] = onScreen(view, middle);
  return [x - r, x + r, y - r, y + r];
}
// symbols from the back to the front, with the thickness of their lines
function inOrder({ symbols, space }, depth) {
  const low = Math.min(...depth), high = Math.max(...depth), span = high - low || 1;
  return symbols.map((symbol, k) => {
    const mean = symbol.points.reduce((sum, [i]) => sum + depth[i / 2], 0) / symbol.points.length;
    return { symbol, at: mean + (space.on_top[k] ? 0.02 * span : 0), thick: 0.7 + 0.55 * (mean - low) / span };
  }).sort((a, b) => a.at - b.at);
}
function drawTripod(g, view, height, colour) {
  const foot = [42, height - 42];
  g.strokeStyle = g.fillStyle = colour("quiet"); g.lineWidth = 1.3; g.font = "italic 13px system-ui, sans-serif";
  g.textAlign = "center"; g.textBaseline = "middle";
  [["x", [1, 0, 0]], ["y", [0, 1, 0]], ["z", [0, 0, 1]]].forEach(([name, axis]) => {
    const [dx, dy] = onScreen(view, axis);
    g.beginPath(); g.moveTo(...foot); g.lineTo(foot[0] + 24 * dx, foot[1] - 24 * dy); g.stroke();
    g.fillText(name, foot[0] + 33 * dx, foot[1] - 33 * dy);
  });
}
const turnedView = ({ az, el }, byAz, byEl) => ({ az: (az + byAz) % 360, el: Math.max(-90, Math.min(90, el + byEl)) });
// by how much a key turns it: ↑ ↓ and, with shift, ← →
const keyTurn = (event) => ({ ArrowUp: [0, -5], ArrowDown: [0, 5], ArrowLeft: event.shiftKey && [5, 0], ArrowRight: event.shiftKey && [-5, 0] })[event.key] || null;
const PIXEL_TURN = 0.5; // degrees
