import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Page } from "../../../src/engine/pages/page.ts";
import { highlightsOf } from "../../../src/engine/word-index/highlights.ts";
import { WordSearch } from "../../../src/engine/word-index/search-words.ts";
import { WordIndex } from "../../../src/engine/word-index/word-index.ts";
import { wordsOf, wordsOfName } from "../../../src/runtime/words/words-of.ts";
import { encodePage } from "../../../src/snapshot/pages/page-format.ts";
import {
  PARTS,
  type WordEntry,
  WordIndexEncoder,
} from "../../../src/snapshot/word-index/encode-word-index.ts";
import { plainSearch } from "../../support/plain/plain-search.ts";

function indexOf(entries: readonly WordEntry[]): WordIndex {
  const encoder = new WordIndexEncoder();
  for (const entry of entries) encoder.add(entry);
  return new WordIndex(new Page(Buffer.from(encodePage("all", encoder.finish()))));
}

const entry = (kind: string, title: string, changes: Partial<WordEntry> = {}): WordEntry => ({
  kind,
  hidden_by: "",
  id: title,
  title,
  detail: "",
  names: "",
  words: "",
  ...changes,
});

const find = (entries: readonly WordEntry[], query: string, kinds = ["suburb", "stock", "a"]) => {
  const index = indexOf(entries);
  const { hits } = new WordSearch(index).search({
    words: [...new Set(wordsOf(query))],
    name: wordsOfName(query),
    kinds,
    shown: kinds,
    limit: 10,
    offset: 0,
  });
  return hits.map(({ number }) => index.entry(number).title);
};

const PLACES = [
  entry("suburb", "Parramatta", { names: "2150", words: "NSW" }),
  entry("suburb", "Parkville", { names: "3052", words: "VIC" }),
  entry("suburb", "Park Orchards", { words: "VIC" }),
  entry("suburb", "West Park", { words: "WA" }),
  entry("suburb", "Coffs Harbour", { words: "NSW" }),
  entry("stock", "Parkway Minerals", { names: "PWN" }),
];

describe("WordSearch", () => {
  it("puts the entry of exactly that name first, a name of one word twice and one with its state behind it too", () => {
    const places = [
      entry("suburb", "Wagga Wagga Airport"),
      entry("suburb", "Wagga Wagga"),
      entry("suburb", "Wagga"),
      entry("suburb", "Richmond Hill"),
      entry("suburb", "Richmond (Tas.)"),
    ];
    expect(find(places, "wagga wagga")[0]).toBe("Wagga Wagga");
    expect(find(places, "Wagga")[0]).toBe("Wagga");
    expect(find(places, "richmond")[0]).toBe("Richmond (Tas.)");
    expect(find(places, "Richmond (Tas.)")).toEqual(["Richmond (Tas.)"]);
  });

  it("needs every word, keeps to the kinds asked for and leaves nothing behind between questions", () => {
    expect(find(PLACES, "park vic")).toEqual(["Park Orchards", "Parkville"]);
    expect(find(PLACES, "park", ["stock"])).toEqual(["Parkway Minerals"]);
    const index = indexOf(PLACES);
    const search = new WordSearch(index);
    const ask = (words: string[]) =>
      search.search({ words, name: words, kinds: ["suburb"], shown: ["suburb"], limit: 3, offset: 0 });
    const first = ask(["park"]);
    ask(["nsw", "nothing"]);
    ask(["parramatta", "nsw"]);
    expect(ask(["park"])).toEqual(first);
  });

  it("agrees with a look at every entry, typing mistakes included", () => {
    const word = fc.oneof(
      fc.constantFrom(
        "gold",
        "golden",
        "goldfields",
        "harbour",
        "harbor",
        "parramatta",
        "park",
        "nsw",
        "3052",
        "go",
      ),
      fc.stringMatching(/^[abg][a-c]{0,9}$/),
    );
    const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
    const title = fc.tuple(text, fc.constantFrom("", " (nsw)", " (park go)")).map((parts) => parts.join(""));
    const record = fc.record({ title, names: text, words: text });
    const typo = fc
      .tuple(word, fc.nat(12), fc.constantFrom("", "a", "r", "gg"))
      .map(([w, at, put]) => w.slice(0, at) + put + w.slice(at + 1));
    const query = fc
      .tuple(fc.array(fc.oneof(word, typo), { minLength: 1, maxLength: 3 }), fc.constantFrom("", " (nsw)"))
      .map(([words, behind]) => words.join(" ") + behind);
    const question = fc.record({ drawn: query, place: fc.option(fc.nat(), { freq: 1 }) });
    const records = (minLength: number) => fc.array(record, { minLength, maxLength: 25 });
    fc.assert(
      fc.property(records(1), records(0), question, (shown, withheld, { drawn, place }) => {
        // Often the whole name of an entry.
        const asked = place === null ? drawn : shown[place % shown.length].title;
        const words = [...new Set(wordsOf(asked))];
        fc.pre(words.length > 0);
        const entries = shown.map((one) => entry("k", one.title, one));
        const hidden = withheld.map((one) => entry("h", one.title, one));
        const offset = shown.length % 2;
        const request = { words, name: wordsOfName(asked), kinds: ["k"], shown: ["k"], limit: 5, offset };
        const { hits, totalCount } = new WordSearch(indexOf([...hidden, ...entries])).search(request);
        // Hidden entries must affect neither scores, counts nor spelling correction.
        const plain = plainSearch(entries, asked);
        expect(totalCount).toBe(plain.length);
        expect(hits.map(({ number, score }) => ({ number: number - hidden.length, score }))).toEqual(
          plain.slice(offset, offset + 5),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe("WordIndex", () => {
  it("refuses starts that do not lead through all that the words are found in", () => {
    const encoder = new WordIndexEncoder();
    for (const place of PLACES) encoder.add(place);
    const parts = encoder.finish();
    const starts = [...new Uint32Array(Uint8Array.from(parts[PARTS.postingStarts].binary).buffer)];
    const open = (changed: readonly number[]) => () => {
      const binary = Buffer.from(Uint32Array.from(changed).buffer);
      const elements = parts.map((part, i) => (i === PARTS.postingStarts ? { ...part, binary } : part));
      return new WordIndex(new Page(Buffer.from(encodePage("all", elements))));
    };
    expect(open(starts)().terms.length).toBe(starts.length - 1);
    const refused = expect.objectContaining({ code: "bad_snapshot" });
    expect(open(starts.slice(0, -1))).toThrow(refused);
    expect(open([...starts.slice(0, -1), 0xffff_ffff])).toThrow(refused);
    expect(open(starts.with(1, starts.at(-1)! + 1))).toThrow(refused);
    expect(open(starts.with(0, 1).with(1, 0))).toThrow(refused);
  });
});

describe("highlightsOf", () => {
  it("marks what was typed of a word, a mistyped word whole, and counts in code points", () => {
    const none = [new Set<string>()];
    expect(highlightsOf("West Parkville", ["park"], none)).toEqual([{ start: 5, length: 4 }]);
    expect(highlightsOf("𝒳𝒳 Café", ["cafe"], none)).toEqual([{ start: 3, length: 4 }]);
    expect(highlightsOf("🏖️ Parramatta", ["paramatta"], [new Set(["parramatta"])])).toEqual([
      { start: 3, length: 10 },
    ]);
    expect(highlightsOf("Nothing", ["park"], none)).toEqual([]);
  });
});
