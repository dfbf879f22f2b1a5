// Modes of vibration beside the motion: a choice, and where the mechanism is in its swing.

const SWING = 1.6; // seconds, whatever the frequency
const modes = (data.modes || []).map((m) => {
  const [x, real, imaginary] = [m.x, m.real, m.imaginary].map((text) => new Float64Array(bytes(text)));
  return { name: m.name, x, real, imaginary };
});

function swing(seconds) { phase = (phase + 2 * Math.PI * seconds / SWING) % (2 * Math.PI); }
// Re(shape e^(i phase)) about its position
function swung() { return Array.from(mode.x, (x, k) => x + mode.real[k] * Math.cos(phase) - mode.imaginary[k] * Math.sin(phase)); }

if (modes.length) {
  const label = make("label", "show "), choice = make("select");
  choice.id = "mode"; choice.append(new Option("the motion", ""), ...modes.map((m, k) => new Option(m.name, k)));
  choice.onchange = () => {
    mode = choice.value === "" ? null : modes[Number(choice.value)]; phase = 0;
    for (const id of ["slider", "back", "forth"]) $(id).disabled = mode !== null;
    show(shown);
    if (mode && !playing) toggle();
  };
  label.append(choice); $("modes").append(label);
}
