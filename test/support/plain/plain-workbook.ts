import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";

/** A sheet's cells by reference, such as B12, read without the importer's reader. */
export type PlainSheet = ReadonlyMap<string, string | number>;

const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");

/** A sheet of an OOXML workbook, parsed from its XML. */
export function plainSheet(path: string, name: string): PlainSheet {
  const parts = unzipSync(readFileSync(path));
  const text = (part: string) => strFromU8(parts[part]);
  const book = text("xl/workbook.xml");
  const tag = [...book.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].find(([found]) =>
    found.includes(`name="${name}"`),
  )![0];
  const relation = /r:id="([^"]+)"/.exec(tag)![1];
  const links = text("xl/_rels/workbook.xml.rels");
  const link = [...links.matchAll(/<Relationship\s[^>]*>/g)].find(([found]) =>
    found.includes(`Id="${relation}"`),
  )![0];
  const target = /Target="([^"]+)"/.exec(link)![1].replace(/^\/?(xl\/)?/, "xl/");
  const strings =
    parts["xl/sharedStrings.xml"] === undefined ? [] : sharedStrings(text("xl/sharedStrings.xml"));
  const cells = new Map<string, string | number>();
  for (const [, attributes, body = ""] of text(target).matchAll(
    /<(?:\w+:)?c\s([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs,
  )) {
    const ref = /\br="([A-Z]+[0-9]+)"/.exec(attributes)?.[1];
    const value = /<(?:\w+:)?v>([^<]*)</.exec(body)?.[1];
    if (ref === undefined || value === undefined) continue;
    const type = /\bt="(\w+)"/.exec(attributes)?.[1];
    if (type === "s") cells.set(ref, strings[Number(value)]);
    else if (type === "str") cells.set(ref, unescaped(value));
    else cells.set(ref, Number(value));
  }
  return cells;
}

function sharedStrings(xml: string): string[] {
  return [...xml.matchAll(/<(?:\w+:)?si>(.*?)<\/(?:\w+:)?si>/gs)].map(([, item]) =>
    unescaped([...item.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g)].map(([, piece]) => piece).join("")),
  );
}

/** Column letters of a 0-based index. */
export function columnName(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26);
}

/** Date of a spreadsheet's serial number. */
export function serialDay(serial: number): string {
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10);
}
