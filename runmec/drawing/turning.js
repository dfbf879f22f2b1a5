// The film of a mechanism in space: pointer, keys and touch turn it.

let view = null;
// paths of points, as far as they have come and as a whole
function drawPaths(g, to) {
  data.space.traces.forEach((place, i) => {
    g.strokeStyle = colour("c" + (i % 6));
    for (const [until, alpha, w] of [[n, 0.25, 1.2], [shown + 1, 1, 2]]) {
      g.globalAlpha = alpha; g.lineWidth = w; g.beginPath();
      for (let k = 0; k < until; k++) {
        const at = to(onScreen(view, [0, 1, 2].map((axis) => X[3 * place + axis](k)))); k ? g.lineTo(...at) : g.moveTo(...at);
      }
      g.stroke();
    }
  });
}
function turnView(az, el) { view = turnedView(view, az, el); drawMechanism(); }
// drag by pointer or finger; keys turn it too, 0 goes back
function letTurn(canvas) {
  let from = null;
  canvas.style.touchAction = "none"; canvas.style.cursor = "grab";
  canvas.addEventListener("pointerdown", (event) => { from = [event.offsetX, event.offsetY]; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) return;
    turnView(-PIXEL_TURN * (event.offsetX - from[0]), PIXEL_TURN * (event.offsetY - from[1]));
    from = [event.offsetX, event.offsetY];
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { from = null; });
  addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT") return;
    const way = keyTurn(event);
    if (way) turnView(...way);
    else if (event.key === "0") startView();
    else return;
    event.preventDefault(); event.stopImmediatePropagation();
  }, true);
  canvas.setAttribute("aria-label", "the mechanism at the shown position; arrow keys up and down, and left and right with shift, turn it, 0 turns it back");
}
function startView() {
  const first = view === null;
  view = { az: data.space.view[0], el: data.space.view[1] };
  if (first) letTurn($("mechanism")); else drawMechanism();
}
