// The film: the mechanism at a position, its diagrams and values, and the controls.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const make = (name, text = "") => { const made = document.createElement(name); made.textContent = text; return made; };
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
// a quantity is low + step * whole number, all positions of one quantity after the other
const history = ({ low, step, v }) => { const whole = new Int16Array(bytes(v)); return (k) => low + step * (whole[k] + 32768); };
const n = data.positions, X = data.x.map(history);
const buffers = data.buffers.map((b) => ({ ...b, v: new Float64Array(bytes(b.v)) }));
const kinds = data.arrows.map((kind) => ({ ...kind, arrows: kind.arrows.map((a) => ({ ...a, x: history(a.x), y: history(a.y), z: a.z && history(a.z) })) }));
const roles = { paper: "card", beam: "c0", spring: "c2" }; // colours by role, where the style sheet has another name for it
const palette = new Map(); // until the page changes between light and dark
const colour = (role) => {
  if (!palette.has(role)) palette.set(role, getComputedStyle(document.documentElement).getPropertyValue("--" + (roles[role] || role)).trim());
  return palette.get(role);
};
let shown = 0, playing = false, clock = 0, last = 0, tips = [], pointed = null, mode = null, phase = 0;

// a canvas as wide as its place; nothing where it is not seen yet
function fit(canvas, ratio, highest) {
  const width = canvas.clientWidth, height = Math.round(Math.min(width * ratio, highest)), dpr = window.devicePixelRatio || 1;
  if (!width) return null;
  if (canvas.width !== Math.round(width * dpr) || canvas.height !== Math.round(height * dpr)) {
    canvas.style.height = height + "px"; canvas.width = Math.round(width * dpr); canvas.height = Math.round(height * dpr);
  }
  const g = canvas.getContext("2d");
  g.setTransform(dpr, 0, 0, dpr, 0, 0); g.clearRect(0, 0, width, height); g.lineJoin = g.lineCap = "round";
  return { g, width, height };
}
// the mechanism is as high as can be seen between title and controls
const room = () => Math.max(200, innerHeight - $("controls").offsetHeight - $("title").offsetHeight - 32);

// the mechanism
function drawMechanism() {
  const [left, right, bottom, top] = data.space ? seenExtent(view, data.space) : data.extent, u = data.unit, margin = 3 * u;
  const wide = right - left + 2 * margin, high = top - bottom + 2 * margin;
  const canvas = fit($("mechanism"), Math.min(1.1, Math.max(0.45, high / wide)), room());
  if (!canvas) return;
  const { g, width, height } = canvas, scale = Math.min(width / wide, height / high);
  const to = ([x, y]) => [width / 2 + (x - (left + right) / 2) * scale, height / 2 - (y - (bottom + top) / 2) * scale];
  const raw = mode ? swung() : X.map((q) => q(shown)), found = data.space && seen(view, raw), x = data.space ? found.flat : raw;
  if (data.space) { drawTripod(g, view, height, colour); if (!mode) drawPaths(g, to); }
  if (!mode) data.traces.forEach(([xb, yb], i) => {
    g.strokeStyle = colour("c" + (i % 6));
    for (const [until, alpha, w] of [[n, 0.25, 1.2], [shown + 1, 1, 2]]) {
      g.globalAlpha = alpha; g.lineWidth = w; g.beginPath();
      for (let k = 0; k < until; k++) { const at = to([buffers[xb].v[k], buffers[yb].v[k]]); k && !data.jumps.includes(k) ? g.lineTo(...at) : g.moveTo(...at); }
      g.stroke();
    }
  });
  const ordered = data.space ? inOrder(data, found.depth) : data.symbols.map((symbol) => ({ symbol, thick: 1 }));
  paint(g, ordered.flatMap(({ symbol, thick }) => shapes(data.glyphs[symbol.glyph], symbol, x, u).map((shape) => [...shape, thick])), data.styles, colour, to);
  tips = [];
  if (mode) return;
  if (data.jumps.includes(shown)) { g.fillStyle = colour("quiet"); g.font = "12px system-ui, sans-serif"; g.textAlign = "left"; g.textBaseline = "top"; g.fillText("has snapped here", 12, 10); }
  kinds.filter((kind) => $(kind.name).checked).forEach((kind, row) => {
    const size = 0.2 * Math.max(right - left, top - bottom) * scale / kind.largest; // pixels of a unit
    kind.arrows.forEach((a) => drawArrow(g, to([x[a.point[0]], x[a.point[1]]]), a, size, kind.unit));
    drawScale(g, kind, size, scaleAtRight ? width : 0, height - 14 - 22 * row);
  });
  const tip = tips.find((t) => t.name === pointed);
  if (tip) drawValue(g, tip, width, height);
}
function drawArrow(g, from, a, size, unit) {
  const v = a.z ? [a.x(shown), a.y(shown), a.z(shown)] : [a.x(shown), a.y(shown)], [fx, fy] = a.z ? onScreen(view, v) : v, dx = fx * size, dy = -fy * size, long = Math.hypot(dx, dy);
  if (long < 1.5) return;
  const end = [from[0] + dx, from[1] + dy], head = Math.min(10, 0.6 * long), tx = dx / long, ty = dy / long;
  const base = [end[0] - head * tx, end[1] - head * ty];
  g.strokeStyle = g.fillStyle = colour(a.colour); g.lineWidth = 2;
  g.beginPath(); g.moveTo(...from); g.lineTo(...base); g.stroke();
  g.beginPath(); g.moveTo(...end); g.lineTo(base[0] - 0.45 * head * ty, base[1] + 0.45 * head * tx);
  g.lineTo(base[0] + 0.45 * head * ty, base[1] - 0.45 * head * tx); g.fill();
  tips.push({ name: a.name, from, end, fx, fy, v, unit, colour: a.colour });
}
// a bar of a round value, in the lower corner where less is drawn; `edge` is that of the canvas
function drawScale(g, kind, size, edge, y) {
  const value = roundStep(kind.largest, 3, false), long = value * size, text = `${short(value)}${kind.unit} (${kind.name})`;
  const sign = edge ? -1 : 1, from = edge + sign * 12, to = from + sign * long;
  g.strokeStyle = g.fillStyle = colour(kind.arrows[0].colour); g.lineWidth = 2; g.font = "12px system-ui, sans-serif";
  g.beginPath(); g.moveTo(from, y); g.lineTo(to, y); g.moveTo(from, y - 4); g.lineTo(from, y + 4); g.moveTo(to, y - 4); g.lineTo(to, y + 4); g.stroke();
  g.textAlign = edge ? "right" : "left"; g.textBaseline = "middle"; g.fillText(text, to + sign * 8, y);
}
const scaleAtRight = data.space ? true : (() => {
  const [left, right, bottom, top] = data.extent, points = data.symbols.map((symbol) => symbol.points[0]);
  let side = 0; // points in the lower fifth, those at the left counted as +1
  for (let k = 0; k < n; k += Math.ceil(n / 20)) for (const [i, j] of points)
    if (X[j](k) < bottom + 0.2 * (top - bottom)) side += Math.sign((left + right) / 2 - X[i](k));
  return side > 0;
})();
// beyond the end of the arrow, so that this stays to be seen
function drawValue(g, tip, width, height) {
  const lines = [short(Math.hypot(...tip.v)) + tip.unit, tip.v.map((part, k) => `${"xyz"[k]} ${short(part)}`).join(", "), tip.name];
  g.font = "12px system-ui, sans-serif";
  const w = Math.max(...lines.map((line) => g.measureText(line).width)) + 16, h = 16 * lines.length + 10;
  const inside = (at, size, whole) => Math.max(4, Math.min(whole - size - 4, at));
  const x = inside(tip.fx < 0 ? tip.end[0] - w - 8 : tip.end[0] + 8, w, width);
  const y = inside(tip.fy < 0 ? tip.end[1] + 8 : tip.end[1] - h - 8, h, height);
  g.fillStyle = colour("paper"); g.strokeStyle = colour(tip.colour); g.lineWidth = 1;
  g.beginPath(); g.rect(x, y, w, h); g.fill(); g.stroke();
  g.fillStyle = colour("ink"); g.textAlign = "left"; g.textBaseline = "top";
  lines.forEach((line, k) => g.fillText(line, x + 8, y + 6 + 16 * k));
}
// the arrow next to a place in pixels
function arrowAt(px, py) {
  const away = ({ from, end }) => {
    const dx = end[0] - from[0], dy = end[1] - from[1], s = ((px - from[0]) * dx + (py - from[1]) * dy) / (dx * dx + dy * dy), f = Math.max(0, Math.min(1, s));
    return Math.hypot(px - from[0] - f * dx, py - from[1] - f * dy);
  };
  const near = tips.map((tip) => [away(tip), tip.name]).filter(([d]) => d < 12).sort((a, b) => a[0] - b[0]);
  return near.length ? near[0][1] : null;
}
function point(event) {
  const found = arrowAt(event.offsetX, event.offsetY);
  if (found !== pointed) { pointed = found; drawMechanism(); }
}
$("mechanism").addEventListener("pointermove", point);
$("mechanism").addEventListener("pointerdown", point);
$("mechanism").addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse" && pointed) { pointed = null; drawMechanism(); } });

// what stands on the page
$("title").textContent = data.title;
document.title = data.title.slice(0, 200);
$("slider").max = n - 1;
for (const kind of kinds) {
  const label = make("label"), box = make("input");
  box.type = "checkbox"; box.id = kind.name; box.onchange = () => drawMechanism();
  label.append(box, " " + kind.name); $("arrows").append(label);
}
const pictures = data.pictures.map((picture) => {
  const figure = make("figure"), canvas = make("canvas"), caption = make("figcaption");
  canvas.setAttribute("role", "img"); canvas.setAttribute("aria-label", picture.legend.join("; ") || `${picture.y.name} against ${picture.x.name}`);
  picture.legend.forEach((name, k) => {
    const entry = make("span"), line = make("i");
    line.style.background = `var(--c${k % 6})`; entry.append(line, name); caption.append(entry);
  });
  figure.append(canvas, caption); $("side").append(figure);
  return [canvas, picture];
});
const cells = buffers.map((b) => {
  const row = $("rows").insertRow(); row.insertCell().textContent = b.number; row.insertCell().textContent = b.name;
  const cell = row.insertCell(); cell.dataset.buffer = b.number; row.insertCell().textContent = b.unit; return cell;
});
function draw() {
  drawMechanism();
  const highest = innerWidth > 760 && pictures.length > 1 ? Math.max(200, room() / 2 - 30) : 340; // two stand beside the mechanism
  for (const [canvas, picture] of pictures) { const found = fit(canvas, 0.62, highest); if (found) drawDiagram(found, picture, buffers, shown, colour); }
}
function show(k) {
  shown = Math.max(0, Math.min(n - 1, k)); $("slider").value = shown;
  draw();
  cells.forEach((cell, i) => { cell.textContent = String(parseFloat((buffers[i].unit === "°" ? degrees : Number)(buffers[i].v[shown]).toPrecision(9))); });
  $("where").textContent = mode ? "" : `position ${shown + 1} of ${n}` + (data.duration > 0 ? `, t = ${short(data.time[shown])}${data.second}` : "");
}

// controls
const stop = () => { playing = false; $("play").textContent = "Play"; };
const rate = data.duration > 0 ? n / Math.min(12, Math.max(4, data.duration)) : n / 6; // positions a second
function tick(now) {
  if (!playing) return;
  if (mode) { swing(Math.min(0.1, (now - last) / 1000) * parseFloat($("speed").value)); last = now; drawMechanism(); requestAnimationFrame(tick); return; }
  clock += Math.min(0.1, (now - last) / 1000) * rate * parseFloat($("speed").value); last = now;
  const k = Math.floor(clock) % n; if (k !== shown) show(k);
  requestAnimationFrame(tick);
}
function toggle() {
  if (playing) return stop();
  playing = true; $("play").textContent = "Pause"; clock = shown; last = performance.now(); requestAnimationFrame(tick);
}
$("play").onclick = toggle;
$("back").onclick = () => { stop(); show(shown - 1); };
$("forth").onclick = () => { stop(); show(shown + 1); };
$("slider").oninput = () => { stop(); show(Number($("slider").value)); };
addEventListener("resize", draw);
new ResizeObserver(draw).observe(document.querySelector("main"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { palette.clear(); draw(); });
addEventListener("keydown", (event) => {
  if (event.target.tagName === "SELECT") return;
  const move = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
  if (move) { stop(); show(shown + move); event.preventDefault(); }
  else if (event.key === "Home") { stop(); show(0); event.preventDefault(); }
  else if (event.key === "End") { stop(); show(n - 1); event.preventDefault(); }
  else if (event.key === " " && event.target.tagName !== "BUTTON" && event.target.type !== "checkbox") { toggle(); event.preventDefault(); }
});
if (location.hash === "#moving" && !matchMedia("(prefers-reduced-motion: reduce)").matches) toggle(); // in a page that shows it
if (data.space) startView();
show(0);
