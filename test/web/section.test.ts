import { type ComponentType, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";

// By a name that the types of tests do not follow: they know no JSX.
const SECTION = "../../src/web/parts/section.tsx";
const { Facts, Table }: Record<string, ComponentType<Record<string, unknown>>> = await import(SECTION);

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
