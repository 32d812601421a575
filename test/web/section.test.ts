import { type ComponentType, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";

// Imported by variable: the TypeScript project of the tests has no JSX.
const SECTION = "../../src/web/parts/section.tsx";
const CHARTS = "../../src/web/rendered/charts.tsx";
type Components = Record<string, ComponentType<Record<string, unknown>>>;
const { Facts, Table }: Components = await import(SECTION);
const { LineSvg }: Components = await import(CHARTS);

interface Sale {
  readonly name: string;
  readonly price?: string;
  readonly rent?: string;
}

const COLUMNS = [
  ["Price", ({ price }: Sale) => price, "number"],
  ["Suburb", ({ name }: Sale) => name, "name"],
  ["Rent", ({ rent }: Sale) => rent],
];

const shown = (rows: readonly Sale[]) => {
  const html = renderToString(h(Table, { rows, columns: COLUMNS }));
  const texts = (part: string) =>
    [...part.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, text]) => text.replace(/<[^>]+>/g, ""));
  const [head, body] = html.split("<tbody>");
  return { head: texts(head), cells: texts(body), naming: /<th scope="row">(.*?)<\/th>/.exec(body)?.[1] };
};

describe("a table of a page", () => {
  it("leaves out only a column of which no row knows anything, and says where one row does not", () => {
    expect(shown([{ name: "Bondi", price: "$2 m" }, { name: "Glebe" }])).toEqual({
      head: ["Price", "Suburb"],
      cells: ["$2 m", "Bondi", "no data", "Glebe"],
      naming: "Bondi",
    });
  });

  it("has all its columns where it has no rows", () => {
    expect(shown([])).toEqual({ head: ["Price", "Suburb", "Rent"], cells: [], naming: undefined });
  });
});

describe("facts of a page", () => {
  it("are those that are known: a number that is 0 stays", () => {
    const rows = [["Rooms", 0] as const, ["Street", ""] as const, ["Sold", undefined] as const];
    expect(renderToString(h(Facts, { rows }))).toBe('<dl class="facts "><dt>Rooms</dt><dd>0</dd></dl>');
    expect(renderToString(h(Facts, { rows: rows.slice(1) }))).toBe("");
  });
});

describe("a line of a rendered page", () => {
  it("breaks where nothing was published, and nowhere else", () => {
    const drawn = (...months: readonly string[]) => {
      const points = months.map((period, value) => ({ period, value }));
      const when = ({ period }: (typeof points)[number]) => period;
      const shown = { title: "Rents", points, when, mostGapDays: 93, format: String };
      const html = renderToString(h(LineSvg, shown));
      return /class="line" d="([^"]*)"/
        .exec(html)![1]
        .match(/M[^M]*/g)!
        .map((run) => run.split("L").length);
    };
    expect(drawn("2024-03-31", "2024-06-30", "2024-09-30")).toEqual([3]);
    expect(drawn("2024-03-31", "2024-06-30", "2025-03-31", "2025-06-30", "2026-06-30")).toEqual([2, 2, 1]);
  });
});
