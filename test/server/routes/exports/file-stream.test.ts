import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { ExportTable } from "../../../../src/domains/export.ts";
import { loadWriter } from "../../../../src/exports/formats.ts";
import { fileStream } from "../../../../src/server/routes/exports/file-stream.ts";

const ROWS = 20_000;
const ROWS_A_BATCH = 100;

const table: ExportTable = {
  title: "Numbers",
  name: "numbers",
  columns: [{ name: "number", type: "int32", doc: "A number." }],
  sources: [],
  rowCount: ROWS,
  async *batches() {
    for (let from = 0; from < ROWS; from += ROWS_A_BATCH) {
      const values = Array.from({ length: ROWS_A_BATCH }, (_, i) => from + i);
      yield { rowCount: ROWS_A_BATCH, columns: [{ values }] };
    }
  },
};

const facts = { snapshotId: "2026-11-13-0123456789ab", asOf: "2026-11-13T00:00:00.000Z", synthetic: true };

it("cuts nobody off for what a piece takes to be made, and a reader who then takes none", async () => {
  const pieceTimeoutMs = 1000;
  const slow: ExportTable = {
    ...table,
    rowCount: 3 * ROWS_A_BATCH,
    async *batches(...given) {
      let left = 3;
      for await (const batch of table.batches(...given)) {
        yield batch;
        if (--left === 0) return;
        await setTimeout(2 * pieceTimeoutMs);
      }
    },
  };
  const onError = vi.fn();
  const options = {
    writer: await loadWriter("ndjson"),
    facts,
    encoding: undefined,
    pieceTimeoutMs,
    onError,
    signal: new AbortController().signal,
    onTaken: () => {},
    checkShown: () => {},
  };
  const whole = await text(await fileStream({ ...options, table: slow }));
  expect(whole.trim().split("\n")).toHaveLength(3 * ROWS_A_BATCH);
  expect(onError).not.toHaveBeenCalled();
  const unread = await fileStream({ ...options, table });
  await expect(once(unread, "error")).resolves.toEqual([new Error("the caller reads too slowly")]);
});

it("ends a file where it is, and says so, when what it holds is withheld while it is read", async () => {
  const onError = vi.fn();
  let looks = 0;
  const options = {
    writer: await loadWriter("ndjson"),
    table,
    facts,
    encoding: undefined,
    signal: new AbortController().signal,
    pieceTimeoutMs: 60_000,
    onError,
    onTaken: () => {},
  };
  const whole = await text(await fileStream({ ...options, checkShown: () => void looks++ }));
  expect(whole.trim().split("\n")).toHaveLength(ROWS);
  expect(looks).toBeGreaterThan(10);
  const withheld = new Error("what may be shown has just changed");
  const cut = await text(
    await fileStream({
      ...options,
      checkShown: () => {
        if (--looks < 8) throw withheld;
      },
    }),
  );
  const lines = cut.trim().split("\n");
  expect(lines.length).toBeLessThan(ROWS);
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ error: "incomplete" });
  expect(onError).toHaveBeenCalledExactlyOnceWith(withheld);
});
