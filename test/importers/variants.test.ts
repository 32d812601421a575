import { describe, expect, it } from "vitest";
import { IMPORTERS } from "../../src/importers/registry.ts";
import { ImportFile } from "../../src/importers/run/import-file.ts";
import type { FileOutcome, ImportOutcome } from "../../src/importers/run/import-outcome.ts";
import { importMade, importOne, SOME_SUBURBS, utf16 } from "../support/data/import-files.ts";
import { SAMPLES, sampleFile, textOf, utf8 } from "../support/data/import-samples.ts";
import type { Sample } from "../support/data/sample.ts";

const outcomeOf = ({ files }: ImportOutcome): FileOutcome => files[1];

/** Whether a reader of the report would notice: refused with a reason, listed as unknown, or rows named. */
function isReported(file: FileOutcome, combined: ImportOutcome["combined"]): boolean {
  if (file.status === "unknown") return true;
  if (file.status === "refused")
    return file.reason.includes(file.path) && file.reason.length > file.path.length + 2;
  if (file.status !== "read") return false;
  const rejects = [...file.report.rejects, ...combined.flatMap((one) => one.rejects)];
  return rejects.some(({ examples }) => examples.some(({ row, reason }) => row > 0 && reason !== ""));
}

const utf16be = (text: string) => {
  const bytes = Buffer.from(text, "utf16le").swap16();
  return Buffer.concat([Buffer.from([0xfe, 0xff]), bytes]);
};
const marked = (text: string) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
const carriages = (text: string) => utf8(text.replaceAll("\n", "\r\n"));

/** Reverses all columns but the first, in header and data. */
function turnedColumns({ grid }: Sample): Sample["grid"] {
  const width = Math.max(...grid.map((row) => row.length));
  return grid.map((row) => {
    if (row.length <= 1) return row;
    const full = Array.from({ length: width }, (_, i) => row[i] ?? null);
    return [full[0], ...full.slice(1).reverse()];
  });
}

const titled = SAMPLES.map((sample) => [`${sample.importerId} as ${sample.name}`, sample] as const);

describe("every kind of file", () => {
  it("has a sample here", () => {
    const ids = new Set(SAMPLES.map(({ importerId }) => importerId));
    // Kinds that are only recognised give no rows; feeds and Markdown are not tables and have their own
    // tests.
    const texts = ["news-feeds", "editorial-takes"];
    const readers = IMPORTERS.filter(({ id, sources }) => sources.length > 0 && !texts.includes(id));
    expect(readers.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(titled)("is read as published: %s", async (_, sample) => {
    const outcome = await importOne(sampleFile(sample));
    expect(outcomeOf(outcome)).toMatchObject({ status: "read", importerId: sample.importerId });
    const rows = outcome.tables.reduce((sum, table) => sum + table.rows.length, 0);
    const without = await importMade([SOME_SUBURBS]);
    expect(outcome.tables).not.toEqual(without.tables);
    expect(rows).toBeGreaterThan(0);
  });

  it.each(titled)("is the same in another encoding: %s", async (_, sample) => {
    if (sample.format === "xlsx") return;
    const plain = await importOne(sampleFile(sample));
    for (const encode of [utf16, utf16be, marked, carriages]) {
      const outcome = await importOne(sampleFile(sample, sample.grid, encode));
      expect(outcomeOf(outcome)).toMatchObject({ status: "read" });
      expect(outcome.tables).toEqual(plain.tables);
    }
  });

  it.each(titled)("is the same with its rows in another order: %s", async (_, sample) => {
    if (sample.format === "json") return;
    const plain = await importOne(sampleFile(sample));
    const { grid, header, format } = sample;
    const data = grid.slice(header + 1);
    // The last record of a sales file is the count of the others.
    const turned = format === "records" ? [...data.slice(0, -1).reverse(), data.at(-1)!] : data.toReversed();
    const outcome = await importOne(sampleFile(sample, [...grid.slice(0, header + 1), ...turned]));
    if (outcomeOf(outcome).status === "read") expect(outcome.tables).toEqual(plain.tables);
    else expect(isReported(outcomeOf(outcome), outcome.combined)).toBe(true);
  });

  it.each(titled)("is the same, or refused, with its columns in another order: %s", async (_, sample) => {
    if (sample.format === "json") return;
    const plain = await importOne(sampleFile(sample));
    const outcome = await importOne(sampleFile(sample, turnedColumns(sample)));
    if (sample.anyColumnOrder) expect(outcome.tables).toEqual(plain.tables);
    else expect(isReported(outcomeOf(outcome), outcome.combined)).toBe(true);
  });

  it.each(titled)(
    "is refused or left aside when a column it needs has another name: %s",
    async (_, sample) => {
      for (const name of sample.needed) {
        const grid = sample.grid.map((row) =>
          row.map((cell) =>
            sample.format === "json"
              ? String(cell).replaceAll(`"${name}"`, '"Renamed"')
              : cell === name
                ? "Renamed"
                : cell,
          ),
        );
        expect(grid, name).not.toEqual(sample.grid);
        const outcome = await importOne(sampleFile(sample, grid));
        const file = outcomeOf(outcome);
        expect(isReported(file, outcome.combined), `${name}: ${JSON.stringify(file)}`).toBe(true);
      }
    },
  );

  it.each(titled)("is refused, or its last row named, when it is cut: %s", async (_, sample) => {
    const { bytes, name } = sampleFile(sample);
    const cut = new ImportFile(name, bytes.subarray(0, bytes.length - (sample.format === "csv" ? 4 : 60)));
    const outcome = await importOne(cut);
    expect(isReported(outcomeOf(outcome), outcome.combined), JSON.stringify(outcomeOf(outcome))).toBe(true);
  });

  it.each(titled)(
    "is left aside when it is empty and refused when only its header is there: %s",
    async (_, sample) => {
      const empty = await importOne(new ImportFile(sample.name, new Uint8Array()));
      expect(outcomeOf(empty).status).toBe("unknown");
      const bare =
        sample.format === "json"
          ? [
              [
                String(sample.grid[0][0])
                  .replace(/"(features|series)":.*/, '"$1":[]}')
                  .replace(/^\[.*\]$/s, "[]"),
              ],
            ]
          : sample.grid.slice(0, sample.header + 1);
      const outcome = await importOne(sampleFile(sample, bare));
      expect(["refused", "unknown"]).toContain(outcomeOf(outcome).status);
      expect(isReported(outcomeOf(outcome), outcome.combined), textOf(sample, bare)).toBe(true);
    },
  );
});
