// Diagrams beside the mechanism: curves of buffers over named axes, with a moving mark.

const power = (n) => [...String(n)].map((c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c] || "⁻").join("");
const minus = (text) => text.replace("-", "−");
// a single value: four digits
function short(v) {
  if (v && (Math.abs(v) >= 1e5 || Math.abs(v) < 1e-4)) { const [m, e] = v.toExponential(3).split("e"); return minus(`${parseFloat(m)}·10${power(Number(e))}`); }
  return minus(String(parseFloat(v.toPrecision(4))));
}
const degrees = (v) => v * 180 / Math.PI;
function roundStep(span, most, inDegrees) {
  const p = Math.pow(10, Math.floor(Math.log10(span / most)));
  const steps = inDegrees && span > most ? [2, 5, 10, 15, 30, 45, 90, 180, 360, 720, 1440, 2880, 5760] : [1, 2, 5, 10].map((m) => m * p);
  return steps.find((s) => span / s <= most) || 10 * p;
}
// [place, text] of round values along an axis
function marks(low, high, most, inDegrees) {
  const k = inDegrees ? 180 / Math.PI : 1, a = low * k, b = high * k, s = roundStep(b - a, most, inDegrees), found = [];
  for (let i = Math.ceil(a / s - 1e-9); i * s <= b + 1e-9 * s; i++) found.push([i * s / k, short(parseFloat((i * s).toPrecision(12))) + (inDegrees ? "°" : "")]);
  return found;
}
function clipped(g, text, width) {
  if (g.measureText(text).width <= width) return text;
  let n = text.length;
  while (n && g.measureText(text.slice(0, n) + "…").width > width) n--;
  return text.slice(0, n) + "…";
}

function drawDiagram({ g, width, height }, picture, buffers, shown, colour) {
  g.font = "11px system-ui, sans-serif"; g.lineWidth = 1;
  let [x0, x1, y0, y1] = picture.range;
  const t = picture.y.name ? 22 : 10, b = picture.x.name ? 36 : 22, h = height - t - b;
  const widest = Math.max(...marks(y0, y1, 6, picture.y.degrees).map(([, text]) => g.measureText(text).width));
  const l = Math.max(34, widest + 12), w = width - l - 14;
  if (picture.true_distance) {
    const s = Math.max((x1 - x0) / w, (y1 - y0) / h), cx = (x0 + x1) / 2, cy = (y0 + y1) / 2;
    [x0, x1, y0, y1] = [cx - s * w / 2, cx + s * w / 2, cy - s * h / 2, cy + s * h / 2];
  }
  const px = (x) => l + (x - x0) / (x1 - x0) * w, py = (y) => t + (y1 - y) / (y1 - y0) * h;
  g.strokeStyle = colour("line"); g.fillStyle = colour("quiet");
  const rule = (...ends) => { g.beginPath(); g.moveTo(ends[0], ends[1]); g.lineTo(ends[2], ends[3]); g.stroke(); };
  g.textAlign = "center"; g.textBaseline = "top";
  for (const [v, text] of marks(x0, x1, Math.max(2, Math.floor(w / 62)), picture.x.degrees)) { rule(px(v), t, px(v), t + h); g.fillText(text, px(v), t + h + 5); }
  g.textAlign = "right"; g.textBaseline = "middle";
  for (const [v, text] of marks(y0, y1, 6, picture.y.degrees)) { rule(l, py(v), l + w, py(v)); g.fillText(text, l - 5, py(v)); }
  g.fillStyle = colour("ink");
  g.textAlign = "left"; g.textBaseline = "top"; g.fillText(clipped(g, picture.y.name, width - 14), 8, 5);
  g.textAlign = "right"; g.textBaseline = "bottom"; g.fillText(clipped(g, picture.x.name, width - 14), l + w, height - 4);
  picture.curves.forEach(([xb, yb], i) => {
    const x = buffers[xb].v, y = buffers[yb].v, seen = (k) => isFinite(x[k]) && isFinite(y[k]);
    g.strokeStyle = g.fillStyle = colour("c" + (i % 6)); g.lineWidth = 1.6; g.beginPath();
    const jumps = picture.jumps || [];
    for (let k = 0, pen = false; k < x.length; k++) { if (seen(k)) pen && !jumps.includes(k) ? g.lineTo(px(x[k]), py(y[k])) : g.moveTo(px(x[k]), py(y[k])); pen = seen(k); }
    g.stroke();
    g.lineWidth = 1; g.setLineDash([2, 4]);
    for (const k of jumps) if (seen(k) && seen(k - 1)) rule(px(x[k - 1]), py(y[k - 1]), px(x[k]), py(y[k]));
    g.setLineDash([]);
    if (seen(shown)) { g.beginPath(); g.arc(px(x[shown]), py(y[shown]), 5, 0, 7); g.fill(); }
  });
  return { px, py }; // where values lie, for a page that points at them
}
