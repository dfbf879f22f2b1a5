// A mechanism in space: what is seen of it, from a direction that pointer, keys and touch can turn.

let view = null; // azimuth and elevation in degrees
// right, up and towards the eye
function eye() {
  const az = view.az * Math.PI / 180, el = view.el * Math.PI / 180, [ca, sa, ce, se] = [Math.cos(az), Math.sin(az), Math.cos(el), Math.sin(el)];
  return [[-sa, ca, 0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]];
}
const dot = (a, [x, y, z]) => a[0] * x + a[1] * y + a[2] * z;
// [right, up] of a vector
const onScreen = (v) => { const [right, up] = eye(); return [dot(right, v), dot(up, v)]; };
// x, y of every place on the screen, and how near it is, from x, y, z of all
function seen(x) {
  const [right, up, near] = eye(), flat = [], depth = [];
  for (let k = 0; k < x.length; k += 3) {
    const at = [x[k], x[k + 1], x[k + 2]];
    flat.push(dot(right, at), dot(up, at)); depth.push(dot(near, at));
  }
  return { flat, depth };
}
// the same room from all sides, so that nothing jumps while it is turned
function seenExtent() {
  const [x, y] = onScreen(data.space.middle), r = data.space.radius;
  return [x - r, x + r, y - r, y + r];
}
// symbols from the back to the front, with the thickness of their lines
function inOrder(depth) {
  const low = Math.min(...depth), high = Math.max(...depth), span = high - low || 1;
  return data.symbols.map((symbol, k) => {
    const mean = symbol.points.reduce((sum, [i]) => sum + depth[i / 2], 0) / symbol.points.length;
    return { symbol, at: mean + (data.space.on_top[k] ? 0.02 * span : 0), thick: 0.7 + 0.55 * (mean - low) / span };
  }).sort((a, b) => a.at - b.at);
}
function drawTripod(g, height) {
  const foot = [42, height - 42];
  g.strokeStyle = g.fillStyle = colour("quiet"); g.lineWidth = 1.3; g.font = "italic 13px system-ui, sans-serif";
  g.textAlign = "center"; g.textBaseline = "middle";
  [["x", [1, 0, 0]], ["y", [0, 1, 0]], ["z", [0, 0, 1]]].forEach(([name, axis]) => {
    const [dx, dy] = onScreen(axis);
    g.beginPath(); g.moveTo(...foot); g.lineTo(foot[0] + 24 * dx, foot[1] - 24 * dy); g.stroke();
    g.fillText(name, foot[0] + 33 * dx, foot[1] - 33 * dy);
  });
}
// paths of points, as far as they have come and as a whole
function drawPaths(g, to) {
  data.space.traces.forEach((place, i) => {
    g.strokeStyle = colour("c" + (i % 6));
    for (const [until, alpha, w] of [[n, 0.25, 1.2], [shown + 1, 1, 2]]) {
      g.globalAlpha = alpha; g.lineWidth = w; g.beginPath();
      for (let k = 0; k < until; k++) {
        const at = to(onScreen([0, 1, 2].map((axis) => X[3 * place + axis](k)))); k ? g.lineTo(...at) : g.moveTo(...at);
      }
      g.stroke();
    }
  });
}
function turnView(az, el) {
  view.az = (view.az + az) % 360; view.el = Math.max(-90, Math.min(90, view.el + el)); drawMechanism();
}
// drag by pointer or finger; ↑ ↓ and, with shift, ← → by keys, 0 goes back
function letTurn(canvas) {
  let from = null;
  canvas.style.touchAction = "none"; canvas.style.cursor = "grab";
  canvas.addEventListener("pointerdown", (event) => { from = [event.offsetX, event.offsetY]; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) return;
    turnView(-0.5 * (event.offsetX - from[0]), 0.5 * (event.offsetY - from[1]));
    from = [event.offsetX, event.offsetY];
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { from = null; });
  addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT") return;
    const way = { ArrowUp: [0, -5], ArrowDown: [0, 5], ArrowLeft: event.shiftKey && [5, 0], ArrowRight: event.shiftKey && [-5, 0] }[event.key];
    if (way) turnView(...way);
    else if (event.key === "0") { [view.az, view.el] = data.space.view; drawMechanism(); }
    else return;
    event.preventDefault(); event.stopImmediatePropagation();
  }, true);
  canvas.setAttribute("aria-label", "the mechanism at the shown position; arrow keys up and down, and left and right with shift, turn it, 0 turns it back");
}
function startView() {
  view = { az: data.space.view[0], el: data.space.view[1] };
  letTurn($("mechanism"));
}
