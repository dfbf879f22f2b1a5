// Functions of the film's scripts (runmec/drawing), which the page loads beside this bundle: symbols are stated once.
type Point = [number, number];
interface Glyph { turned: boolean; turn: number; parts: unknown[] }
interface Placed { glyph: number; points: number[][]; angles: [number, number][] }
interface Canvas { g: CanvasRenderingContext2D; width: number; height: number }
type Shape = [string, Point[], number?];
interface Space { view: Point; middle: number[]; radius: number; traces: number[]; on_top: boolean[] }
interface Spatial { symbols: Placed[]; space: Space }
interface SeenFrom { az: number; el: number }
interface Axis { name: string; degrees: boolean; unit: string }
interface Picture { curves: [number, number][]; range: [number, number, number, number]; true_distance: boolean; x: Axis; y: Axis; legend: string[] }
declare function shapes(glyph: Glyph, on: Placed, x: number[], unit: number): Shape[];
declare function paint(g: CanvasRenderingContext2D, drawn: Shape[], styles: Record<string, unknown>, colour: (role: string) => string, to: (p: Point) => Point): void;
declare function drawDiagram(canvas: Canvas, picture: Picture, buffers: { v: Float64Array }[], shown: number, colour: (role: string) => string): { px: (x: number) => number; py: (y: number) => number };
declare function onScreen(view: SeenFrom, v: number[]): Point;
declare function seen(view: SeenFrom, x: number[]): { flat: number[]; depth: number[] };
declare function seenExtent(view: SeenFrom, space: Space): [number, number, number, number];
declare function inOrder(data: Spatial, depth: number[]): { symbol: Placed; thick: number }[];
declare function drawTripod(g: CanvasRenderingContext2D, view: SeenFrom, height: number, colour: (role: string) => string): void;
declare function turnedView(view: SeenFrom, az: number, el: number): SeenFrom;
declare function keyTurn(event: KeyboardEvent): Point | null;
declare const PIXEL_TURN: number;
declare function short(v: number): string;
declare function roundStep(span: number, most: number, inDegrees: boolean): number;
