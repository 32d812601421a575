import { readFileSync } from "node:fs";
import { type DescField, type DescFile, ScalarType } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";

const FILES = new Map(
  productServices.flatMap(({ file }) => [file, ...file.dependencies]).map((file) => [file.name, file]),
);
const filesOf = (...names: string[]) => names.map((name) => FILES.get(name)!);

function typeOf(field: DescField): string {
  if (field.message) return field.message.name;
  if (field.enum) return field.enum.name;
  return ScalarType[field.scalar as ScalarType].toLowerCase();
}

function labelOf(field: DescField): string {
  if (field.oneof) return "oneof ";
  if (field.fieldKind === "list" || field.fieldKind === "map") return "repeated ";
  return field.proto.proto3Optional ? "optional " : "";
}

/** The messages of the files, and `Message number name [label] type` of each of their fields. */
function linesOf(files: readonly DescFile[]): string[] {
  return files
    .flatMap((file) => file.messages)
    .flatMap((message) => [
      message.name,
      ...message.fields.map((f) => `${message.name} ${f.number} ${f.name} ${labelOf(f)}${typeOf(f)}`),
    ])
    .sort();
}

const FIELD_LINE = /^ +(\d+ [a-z][a-z0-9_]* (?:(?:optional|repeated|oneof) )?\w+)$/;

/**
 * linesOf for a table in test/fixtures: a line per message, and one per field below it. Any other line except
 * comments is an error.
 */
function tableLines(fixture: string): string[] {
  const text = readFileSync(new URL(`../fixtures/${fixture}`, import.meta.url), "utf8");
  const lines: string[] = [];
  let message = "";
  for (const line of text.split("\n").filter((one) => one !== "" && !one.startsWith("#"))) {
    const field = FIELD_LINE.exec(line)?.[1];
    if (field === undefined && (!/^[A-Z]\w*$/.test(line) || lines.includes(line)))
      throw new Error(`${fixture}: cannot read ${JSON.stringify(line)}`);
    if (field === undefined) message = line;
    lines.push(field === undefined ? line : `${message} ${field}`);
  }
  return lines.sort();
}

describe("contract fields", () => {
  const contract = filesOf(
    ...["housing", "economy", "politicians", "news", "industry", "reports"].map(
      (name) => `shorts/v1alpha1/${name}`,
    ),
  );

  it("shorts.v1alpha1 has every field that callers know, those added since, and no other", () => {
    const lines = ["contract-fields.txt", "added-fields.txt"].flatMap(tableLines);
    expect(linesOf(contract)).toEqual([...new Set(lines)].sort());
  });

  it("adds to messages that callers know from number 101 on", () => {
    const published = new Set(tableLines("contract-fields.txt"));
    const added = tableLines("added-fields.txt").map((line) => line.split(" "));
    const numbers = added.flatMap(([message, number]) => (number && published.has(message) ? number : []));
    expect(numbers.length).toBeGreaterThan(0);
    for (const number of numbers) expect(Number(number)).toBeGreaterThan(100);
  });

  const tables: [table: string, files: DescFile[]][] = [
    ["explorer-fields.txt", filesOf("terrace/v1/explorer")],
    ["market-fields.txt", filesOf("shorts/v1alpha1/market", "stocks/v1alpha1/stocks")],
    ["stock-fields.txt", filesOf("shorts/v1alpha1/stock", "stocks/v1alpha1/details")],
    ["strategy-fields.txt", filesOf("shorts/v1alpha1/strategy")],
    ["market-data-fields.txt", filesOf("marketdata/v1/market_data")],
  ];

  it.each(tables)("%s has every field of its files and no other", (table, files) => {
    expect(linesOf(files)).toEqual(tableLines(table));
  });

  it("keep the shared types of stocks in their own package", () => {
    const [file] = filesOf("stocks/v1alpha1/stocks");
    expect(file.proto.package).toBe("stocks.v1alpha1");
    expect(file.messages.map(({ name }) => name)).toContain("Stock");
  });

  it("counts 17 housing, 5 economy, 20 politicians, 5 news, 1 industry and 2 report methods named after their messages", () => {
    const methods = contract.map((file) => file.services[0].methods);
    expect(methods.map((list) => list.length)).toEqual([17, 5, 20, 5, 1, 2]);
    for (const method of methods.flat()) {
      expect([method.input.name, method.output.name]).toEqual([
        `${method.name}Request`,
        `${method.name}Response`,
      ]);
    }
  });

  it("gives every field the lowerCamelCase JSON name", () => {
    for (const file of [...contract, ...tables.flatMap(([, files]) => files)]) {
      for (const field of file.messages.flatMap((message) => message.fields)) {
        // A digit after an underscore does not change.
        const camel = field.name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
        expect(field.jsonName).toBe(camel);
      }
    }
  });
});
