// The painter of display lists (display.py): it knows lines, polygons, circles, hatched lines and bending lines, no symbol.

// The shapes of a symbol at co-ordinates x: [style, corners] in the user's units. `glyph` is what to draw,
// `on` where: its points [ix, iy] and angles [index, rest].
function shapes(glyph, on, x, unit) {
  const places = on.points.map(([i, j]) => [x[i], x[j]]), [px, py] = places[0];
  const angles = on.angles.map(([i, rest]) => x[i] - rest);
  const apart = places.map(([a, b]) => [a - px, b - py]), length = apart.length > 1 ? Math.hypot(...apart[1]) : 0;
  const turn = glyph.turned ? angles[0] : glyph.turn;
  const [tx, ty] = glyph.turned || apart.length < 2 ? [Math.cos(turn), Math.sin(turn)]
    : length ? [apart[1][0] / length, apart[1][1] / length] : [1, 0];
  const seen = apart.map(([a, b]) => [a * tx + b * ty, b * tx - a * ty]);
  const place = ([u, v]) => [px + u * tx - v * ty, py + u * ty + v * tx];
  const vertex = ([along = 0, beyond = 0, across = 0, above = 0, point = 0, x = 0, y = 0]) => {
    const [L, H] = seen[point];
    return [along * L + beyond * unit * (L < 0 ? -1 : 1) + x, across * H + above * unit + y];
  };
  const found = [], add = (style, corners) => found.push([style, corners.map(place)]);
  for (const part of glyph.parts) {
    if (part.is === "circle") {
      const [u, v] = vertex(part.at[0]), corners = part.units ? 24 : 72;
      const r = part.units * unit + part.length + part.share * Math.hypot(...seen[part.at[0][4] || 0]);
      add(part.style, Array.from({ length: corners + 1 }, (_, k) => 2 * Math.PI * k / corners)
        .map((a) => [u + r * Math.cos(a), v + r * Math.sin(a)]));
    } else if (part.is === "hatched") {
      const [[u0, v0], [u1, v1]] = part.at.map(vertex).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      add(part.style, [[u0, v0], [u1, v1]]);
      const du = u1 - u0, dv = v1 - v0, long = Math.hypot(du, dv) || 1, count = Math.max(3, Math.floor(long / (0.35 * unit)));
      const toU = unit * (0.35 * part.away[0] - 0.3 * du / long), toV = unit * (0.35 * part.away[1] - 0.3 * dv / long);
      for (let k = 0; k < count; k++) {
        const u = u0 + (k + 0.9) / count * du, v = v0 + (k + 0.9) / count * dv;
        add("hatch", [[u, v], [u + toU, v + toV]]);
      }
    } else if (part.is === "bend") {
      const small = (a) => a - 2 * Math.PI * Math.round(a / (2 * Math.PI)), chord = Math.atan2(ty, tx);
      const psiP = small(angles[0] - chord), psiQ = angles.length > 1 ? small(chord - angles[1]) : psiP / 2;
      const s = length * (1 + (2 * psiP * psiP + psiP * psiQ + 2 * psiQ * psiQ) / 20);
      add(part.style, Array.from({ length: 25 }, (_, k) => k / 24).map((f) => {
        const atP = s * (f - 2 * f * f + f * f * f), atQ = s * (f * f - f * f * f);
        return [length * (3 * f * f - 2 * f * f * f) + atP * Math.cos(psiP) - atQ * Math.cos(psiQ),
                atP * Math.sin(psiP) + atQ * Math.sin(psiQ)];
      }));
    } else {
      const corners = part.at.map(vertex);
      add(part.style, part.is === "polygon" ? [...corners, corners[0]] : corners);
    }
  }
  return found;
}

// Paints shapes on a canvas; `styles` by name, colours by their role through `colour`, `to` from the user's units to pixels.
// Lines of one style that follow each other are one stroke.
function paint(g, drawn, styles, colour, to) {
  const wide = 1.2; // pixels for a point of print
  drawn.forEach(([name, corners, thick = 1], at) => {
    const same = (other) => other && other[0] === name && (other[2] || 1) === thick;
    const style = styles[name], before = at && same(drawn[at - 1]), after = same(drawn[at + 1]);
    if (!before || style.fill) g.beginPath();
    corners.forEach((corner, k) => k ? g.lineTo(...to(corner)) : g.moveTo(...to(corner)));
    if (style.fill) { g.closePath(); g.fillStyle = colour(style.fill); g.fill(); } else if (after) return;
    g.setLineDash(style.dash.map((part) => part * wide)); g.lineWidth = style.width * wide * thick; g.strokeStyle = colour(style.stroke);
    g.stroke(); g.setLineDash([]);
  });
}
