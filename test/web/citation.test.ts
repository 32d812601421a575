import { describe, expect, it } from "vitest";
import { listedSnapshots } from "../../src/web/data/listed-snapshots.ts";
import { citationBibtex, citationText } from "../../src/web/parts/citation.ts";

const SOURCE = {
  id: "abs-6432",
  publisher: "Australian Bureau of Statistics",
  title: "Total Value of Dwellings (6432.0)",
  licence: "CC-BY-4.0",
  vintage: "2024-10-30",
};
const CITED = {
  what: "Median price, Bondi",
  sources: [SOURCE],
  snapshotId: "2026-05-08-6cbb1f0935bb",
  asOf: "8 May 2026",
  synthetic: false,
  link: "https://t.example/at/2026-05-08-6cbb1f0935bb/suburb/10462",
};

describe("citationText", () => {
  it("names publisher, table, date, licence and snapshot, and the permanent link", () => {
    expect(citationText(CITED)).toBe(
      "Median price, Bondi. Australian Bureau of Statistics, Total Value of Dwellings (6432.0), 30 Oct 2024, CC-BY-4.0. " +
        "In Terrace, data of 8 May 2026, snapshot 2026-05-08-6cbb1f0935bb. " +
        "https://t.example/at/2026-05-08-6cbb1f0935bb/suburb/10462",
    );
    expect(citationText({ ...CITED, synthetic: true, sources: [] })).toContain(
      "Median price, Bondi. In Terrace (synthetic data)",
    );
  });
});

describe("citationBibtex", () => {
  it("has an entry a source, with what BibTeX would take for commands made plain", () => {
    const odd = { ...SOURCE, id: "odd", publisher: "A & B {c}", title: "100 % of \\input_x" };
    const text = citationBibtex({ ...CITED, sources: [SOURCE, odd] });
    expect(text.match(/^@misc\{(.*),$/gm)).toEqual([
      "@misc{abs-6432-2026-05-08-6cbb1f0935bb,",
      "@misc{odd-2026-05-08-6cbb1f0935bb,",
    ]);
    expect(text).toContain("  author = {{Australian Bureau of Statistics}},\n");
    expect(text).toContain("  year = {2024},\n");
    expect(text).toContain("  author = {{A \\& B c}},\n  title = {{100 \\% of input\\_x}},\n");
    expect(text).toContain(`  url = {${CITED.link}}\n}`);
    const [opened, closed] = [text.split("{").length, text.split("}").length];
    expect(opened).toBe(closed);
  });

  it("cites Terrace itself where no source is named", () => {
    expect(citationBibtex({ ...CITED, sources: [] })).toMatch(
      /^@misc\{terrace-.*\n {2}author = \{\{Terrace\}\}/,
    );
  });
});

describe("listedSnapshots", () => {
  const of = (snapshot_id: string, tags: string[] = [], is_current = false) => ({
    snapshot_id,
    as_of: snapshot_id.slice(0, 10),
    tags,
    is_current,
  });
  const idsOf = (all: readonly ReturnType<typeof of>[], shown?: string) => {
    const { listed, earlier } = listedSnapshots(all, shown);
    return [listed, earlier].map((list) => list.map(({ snapshot_id }) => snapshot_id));
  };

  it("has of one day the newest, what is tagged, current or shown, and the others apart", () => {
    const all = [
      ...[of("2026-05-08-c", [], true), of("2026-05-08-b"), of("2026-05-08-a", ["paper"])],
      ...[of("2026-04-01-b"), of("2026-04-01-a")],
    ];
    expect(idsOf(all, "2026-05-08-c")).toEqual([
      ["2026-05-08-c", "2026-05-08-a", "2026-04-01-b"],
      ["2026-05-08-b", "2026-04-01-a"],
    ]);
    expect(idsOf(all, "2026-04-01-a")[1]).toEqual(["2026-05-08-b"]);
  });

  it("lists an untagged snapshot next to a tagged one of its day", () => {
    expect(idsOf([of("2026-05-08-b", ["demo"]), of("2026-05-08-a")])).toEqual([
      ["2026-05-08-b", "2026-05-08-a"],
      [],
    ]);
  });
});
