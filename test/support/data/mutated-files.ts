import { gzipSync } from "node:zlib";
import { utils, write } from "@e965/xlsx";
import { strToU8, zipSync } from "fflate";
import { SAMPLES, sampleFile } from "./import-samples.ts";

export interface MadeFile {
  readonly kind: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The same news in every feed format. */
export const FEEDS: Readonly<Record<string, string>> = {
  "feed.xml": `<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title><link>https://www.wire.example/</link><item><title>Zephyr lifts output (ASX:ZZA)</title><link>https://wire.example/1</link><pubDate>Thu, 05 Nov 2026 23:10:00 GMT</pubDate><description>&lt;p&gt;More.&lt;/p&gt;</description></item></channel></rss>`,
  "atom.xml": `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://wire.example/"/><entry><title>Zephyr (ASX:ZZA)</title><link href="https://wire.example/1"/><published>2026-11-06T10:10:00+11:00</published></entry></feed>`,
  "feed.json": `{"version":"https://jsonfeed.org/version/1.1","home_page_url":"https://www.wire.example/","items":[{"title":"Zephyr (ASX:ZZA)","url":"https://wire.example/1","date_published":"2026-11-05T23:10:00Z"}]}`,
};
const TAKE = `---\nheadline: What Zephyr reported\npublished_at: 2026-11-06T02:00:00Z\nstock_code: ZZA\ncitations:\n  - url: https://data.example/1\n    type: data\n---\n\nOutput rose [ref-1].\n`;
const MEMBERS = `member count,person count,name,Division,State/Territory,Date of election,Type of election,Date ceased to be a Member,reason,Most recent party\n1,,Annabel Example,Calare,NSW,21.8.2010,,18.05.2019,defeated,AAA\n`;
const PEOPLE = `person count,aph id,name,birthday,alt name,,\n1,EX1,Ann Mary Example,,Annabel Example,,\n`;
const REGISTER =
  "<html><body><table><thead><tr><th>Name</th><th>Member Type</th><th>Electorate</th><th>Party</th><th>Held by</th><th>Location</th><th>Purpose for which owned</th><th>Updated</th></tr></thead><tbody><tr><td><p>Ann Example</p></td><td><p>Representative</p></td><td><p>Calare, New South Wales</p></td><td><p>A Party</p></td><td><p>Self</p></td><td><p>Abbotsford, NSW</p></td><td><p>Home</p></td><td><p>31/8/2016</p></td></tr></tbody></table></body></html>";

const text = (kind: string, name: string, content: string): MadeFile => ({
  kind,
  name,
  bytes: strToU8(content),
});

/** A small file of every kind that an importer reads, and of every container format. */
function everyKind(): MadeFile[] {
  const tables = SAMPLES.map((sample) => {
    const { name, bytes } = sampleFile(sample);
    return { kind: sample.importerId, name, bytes };
  });
  const [first] = tables;
  return [
    ...tables,
    ...Object.entries(FEEDS).map(([name, feed]) => text("news-feeds", name, feed)),
    text("editorial-takes", "my-take.md", TAKE),
    text("parliament", "people.csv", PEOPLE),
    text("parliament", "representatives.csv", MEMBERS),
    text("parliament", "real-estate.html", REGISTER),
    {
      kind: "archive",
      name: "pack.zip",
      bytes: zipSync({ [first.name]: first.bytes, "b.csv": strToU8(PEOPLE) }),
    },
    { kind: "old workbook", name: "f01.1hist.xls", bytes: oldWorkbook() },
    { kind: "gzip", name: `${first.name}.gz`, bytes: gzipSync(first.bytes) },
  ];
}

/** A workbook in the binary format used before 2007. */
function oldWorkbook(): Uint8Array {
  const { grid, sheet } = SAMPLES.find(({ name }) => name === "f01.1hist.xls")!;
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(grid.map((row) => [...row])), sheet);
  return new Uint8Array(write(book, { type: "array", bookType: "biff8" }));
}

/** Replacements for a cell: extreme numbers, strings that other programs execute, JavaScript names. */
const ODD_VALUES = [
  ...["", " ", "0", "-0", "-1", "NaN", "Infinity", "1e309", "-1e309", "5e-324", "9007199254740993"],
  ...["99999999999999999999", "0x10", "1,000", "1.2.3", "--", "n.a.", "null", "true", "#REF!", "=1+1"],
  ...["__proto__", "constructor", "toString", "\u0000", "\ufeff", "\u2028", '"', "'", ";", "\t", "é", "💥"],
  ...["2026-02-30", "0000-00-00", "9999-99-99", "31/02/2020", "29.2.2021", "Feb-30", "2020-Q5", "1e9"],
];

type Mutation = (bytes: Uint8Array, random: () => number, others: readonly MadeFile[]) => Uint8Array;

const below = (random: () => number, limit: number) => Math.floor(random() * limit);
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function span(bytes: Uint8Array, random: () => number): [from: number, to: number] {
  const from = below(random, bytes.length + 1);
  return [from, Math.min(bytes.length, from + 1 + below(random, 2 ** (1 + below(random, 8))))];
}

/** Offsets of a random cell, word or number, or of a few bytes where there are none. */
function token(bytes: Uint8Array, random: () => number): [from: number, to: number] {
  const isEdge = (at: number) => at < 0 || at >= bytes.length || !isWord(bytes[at]);
  let from = below(random, Math.max(1, bytes.length));
  let to = from;
  while (!isEdge(from - 1) && to - from < 64) from--;
  while (!isEdge(to) && to - from < 64) to++;
  return [from, to];
}

const isWord = (byte: number) =>
  (byte >= 48 && byte <= 57) ||
  (byte >= 65 && byte <= 90) ||
  (byte >= 97 && byte <= 122) ||
  byte >= 128 ||
  byte === 46;

const MUTATIONS: readonly Mutation[] = [
  // Flipped bits.
  (bytes, random) => {
    const changed = new Uint8Array(bytes);
    if (changed.length > 0)
      for (let i = below(random, 8); i >= 0; i--)
        changed[below(random, changed.length)] ^= 1 << below(random, 8);
    return changed;
  },
  // A range removed, doubled, repeated many times, or filled with random bytes.
  (bytes, random) => {
    const [from, to] = span(bytes, random);
    return joined(bytes.subarray(0, from), bytes.subarray(to));
  },
  (bytes, random) => {
    const [from, to] = span(bytes, random);
    return joined(bytes.subarray(0, to), bytes.subarray(from));
  },
  (bytes, random) => {
    const [from, to] = span(bytes, random);
    const many = Array.from({ length: 1 + below(random, 300) }, () => bytes.subarray(from, to));
    return joined(bytes.subarray(0, from), ...many, bytes.subarray(to));
  },
  (bytes, random) => {
    const [from, to] = span(bytes, random);
    const noise = Uint8Array.from({ length: to - from }, () => below(random, 256));
    return joined(bytes.subarray(0, from), noise, bytes.subarray(to));
  },
  // The end of one file after the beginning of another.
  (bytes, random, others) => {
    const other = others[below(random, others.length)].bytes;
    return joined(
      bytes.subarray(0, below(random, bytes.length)),
      other.subarray(below(random, other.length)),
    );
  },
  (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  // A value replaced, or preceded by another.
  ...[true, false].map(
    (replaces): Mutation =>
      (bytes, random) => {
        const [from, to] = token(bytes, random);
        const value = strToU8(ODD_VALUES[below(random, ODD_VALUES.length)]);
        return joined(bytes.subarray(0, from), value, bytes.subarray(replaces ? to : from));
      },
  ),
  // Lines in another order, and other line ends.
  (bytes, random) => {
    const lines = Buffer.from(bytes).toString("latin1").split("\n");
    const [a, b] = [below(random, lines.length), below(random, lines.length)];
    [lines[a], lines[b]] = [lines[b], lines[a]];
    return new Uint8Array(Buffer.from(lines.join(random() < 0.5 ? "\n" : "\r"), "latin1"));
  },
  (bytes, random) => {
    const depth = 1 + below(random, 3000);
    const [open, close] = random() < 0.5 ? ["[", "]"] : ["<a>", "</a>"];
    const [from, to] = token(bytes, random);
    const nested = strToU8(open.repeat(depth) + close.repeat(depth));
    return joined(bytes.subarray(0, from), nested, bytes.subarray(to));
  },
];

/** Returns a function that draws a file, mutates it one to four times and sometimes changes its kind. */
export function mutatedFiles(random: () => number, more: readonly MadeFile[] = []): () => MadeFile {
  const files = [...everyKind(), ...more];
  return () => {
    const { kind, name, bytes } = files[below(random, files.length)];
    let changed = bytes;
    for (let i = below(random, 4); i >= 0; i--) {
      changed = MUTATIONS[below(random, MUTATIONS.length)](changed, random, files);
    }
    return { kind, name: random() < 0.1 ? files[below(random, files.length)].name : name, bytes: changed };
  };
}
