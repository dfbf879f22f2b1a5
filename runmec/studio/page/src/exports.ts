// Files for the user to keep. The deck itself needs no server.

import type { Connection } from "./connection";
import { choices, dialog } from "./dialogs";
import { make } from "./dom";

export function download(name: string, content: BlobPart): void {
  const link = make("a", "", { download: name });
  link.href = URL.createObjectURL(new Blob([content]));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// the text that needs no other file
export async function alone(server: Connection, text: string, name: string): Promise<string> {
  if (server.alone || !text.includes('"')) return text;
  const answer = await server.ask("export", { text, what: "deck", name });
  return new TextDecoder().decode(Uint8Array.from(atob(answer.content), (c) => c.charCodeAt(0)));
}

export async function exportDialog(server: Connection, text: string, name: string, progress: (what: string, part: number) => void): Promise<string> {
  const kinds = [
    { value: "film", title: "Film", about: "one HTML file in which the mechanism moves" },
    { value: "report", title: "Report", about: "one HTML file with pictures, tables and the account" },
    { value: "picture", title: "Pictures", about: "all of the deck, SVG and PNG" },
    { value: "csv", title: "Table", about: "the buffers as csv" },
    { value: "deck", title: "Deck", about: "the text as it is here, with the points of its data files in it" },
  ];
  const what = await dialog("Export", [choices([["", kinds]])]);
  if (!what) return "";
  if (what === "deck" && (server.alone || !text.includes('"'))) { download(name, text); return `${name} was downloaded`; }
  const answer = await server.ask("export", { text, what, name }, progress);
  if (answer) download(answer.name, Uint8Array.from(atob(answer.content), (c) => c.charCodeAt(0)));
  return answer ? `${answer.name} was downloaded` : "";
}
