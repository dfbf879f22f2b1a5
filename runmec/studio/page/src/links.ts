// The deck as a link: compressed in the part of the address that no server is sent.

const TEXT_AT_MOST = 1_000_000, MARK = "#deck=", OPEN = "#open="; // characters
const LINK_AT_MOST = 2_000_000, PORTION = 2048; // characters; bytes that are unpacked at a time

const packed = (bytes: Uint8Array) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
function stream(bytes: Uint8Array, through: GenericTransformStream): ReadableStream<Uint8Array> {
  let at = 0;
  const portions = new ReadableStream({ pull: (to) => { if (at < bytes.length) to.enqueue(bytes.slice(at, at += PORTION)); else to.close(); } });
  return portions.pipeThrough(through as ReadableWritablePair);
}

export async function asHash(text: string): Promise<string> {
  return MARK + packed(new Uint8Array(await new Response(stream(new TextEncoder().encode(text), new CompressionStream("deflate-raw"))).arrayBuffer()));
}

export const isLink = (address: string): boolean => address.includes(MARK);
// the deck that an address asks for by its name: #open=four-bar
export function named(hash: string): string {
  if (!hash.startsWith(OPEN)) return "";
  try { return decodeURIComponent(hash.slice(OPEN.length)).slice(0, 120); } catch { return hash.slice(OPEN.length, 120); }
}
// the deck of an address; throws what is wrong with it
export async function fromLink(address: string): Promise<string> {
  const code = address.slice(address.indexOf(MARK) + MARK.length).trim();
  if (code.length > LINK_AT_MOST) throw new Error("the link is longer than any that the studio makes");
  if (!/^[\w-]+$/.test(code)) throw new Error("the link is broken: it may have been cut off");
  let text = "";
  try {
    const bytes = Uint8Array.from(atob(code.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const reader = stream(bytes, new DecompressionStream("deflate-raw")).getReader(), decoder = new TextDecoder("utf-8", { fatal: true });
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length > TEXT_AT_MOST) { await reader.cancel(); break; } // it is unpacked no further than it can be used
    }
    if (text.length <= TEXT_AT_MOST) text += decoder.decode();
  } catch { throw new Error("the link is broken: it may have been cut off"); }
  if (text.length > TEXT_AT_MOST) throw new Error(`the deck of the link has more than ${TEXT_AT_MOST} characters`);
  return text;
}
