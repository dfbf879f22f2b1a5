// What the server sends, and the page's form of it.

export interface Packed { low: number; step: number; v: string }
export interface Place { line: number; from: number; to: number }
export interface Fix { title: string; edits: (Place & { text: string })[] }
export interface Told { level: "error" | "warning"; code: string; message: string; label: string; notes: string[]; help: string; place: Place; fixes: Fix[] }
export interface PointOf { at: [number, number]; numbers: number[]; name: string; named: boolean; line: number; fixed: boolean[] }
export interface ElementOf { name: string; named: boolean; number: number; kind: string; line: number; points: Point[] }
export interface Buffer { number: number | string; name: string; unit: string; v: Float64Array; least: number | null; most: number | null; at_least: number; at_most: number; line: number }
export interface Arrow { point: [number, number]; x: Series; y: Series; z?: Series; name: string; colour: string }
export interface Angle { at: Point; ends: Point[]; axis: number; name: string; least: number; row: number; v: Series }
export interface Mode { name: string; x: Float64Array; real: Float64Array; imaginary: Float64Array }
export interface Seen { az: number; el: number }
export interface ArrowKind { name: string; largest: number; unit: string; arrows: Arrow[] }
export type Series = (k: number) => number;
export interface Data {
  title: string; positions: number; time: number[]; duration: number; extent: [number, number, number, number]; unit: number; second: string;
  x: Series[]; inputs: Float64Array[]; glyphs: Glyph[]; symbols: Placed[]; styles: Record<string, unknown>; buffers: Buffer[];
  traces: [number, number][]; traced: Point[]; targets: { at: Point; line: number; number: number; name: string }[]; pictures: Picture[]; arrows: ArrowKind[]; points: PointOf[]; elements: ElementOf[]; spatial: boolean; simulated: boolean;
  space?: Space; angles: Angle[]; dead: { name: string; row: number; input: string }[]; trust: { worst: number | null; line: string }; modes: Mode[];
}
export interface Sketch {
  metres: boolean;
  points: { x: number; y: number; name: string; fixed: boolean; line: number; numbers: number[]; named: boolean }[];
  links: { name: string; line: number; ends: Point[] }[];
}
// a force or gravity whose numbers can be dragged
export interface Load { word: string; line: number; point: string; axes: string; values: number[] }
export interface Define { name: string; value: number; text: string; line: number; low: number; high: number; remark: string }

const bytes = (text: string): ArrayBuffer => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
export const floats = (text: string): Float64Array => new Float64Array(bytes(text));
// a quantity is low + step * whole number
export function series({ low, step, v }: Packed): Series {
  const whole = new Int16Array(bytes(v));
  return (k) => low + step * (whole[Math.min(k, whole.length - 1)] + 32768);
}

// eslint-disable-next-line
export function unpacked(raw: any): Data {
  return {
    ...raw,
    x: raw.x.map(series),
    inputs: raw.inputs.map(floats),
    buffers: raw.buffers.map((b: { v: string }) => ({ ...b, v: floats(b.v) })),
    arrows: raw.arrows.map((kind: { arrows: { x: Packed; y: Packed; z?: Packed }[] }) => ({ ...kind, arrows: kind.arrows.map((a) => ({ ...a, x: series(a.x), y: series(a.y), ...(a.z ? { z: series(a.z) } : {}) })) })),
    angles: raw.angles.map((angle: { v: Packed }) => ({ ...angle, v: series(angle.v) })),
    modes: (raw.modes ?? []).map((mode: Record<string, string>) => ({ name: mode.name, x: floats(mode.x), real: floats(mode.real), imaginary: floats(mode.imaginary) })),
  };
}
