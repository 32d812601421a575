import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { panelFile } from "../../../../src/domains/market/panel/export-positions.ts";
import { marketOf } from "../../../../src/engine/columns/market/market.ts";
import type { SnapshotView } from "../../../../src/engine/view.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { eventually } from "../../../support/run/fixtures.ts";

const serving = servedCountry();

/** Calls `onDay` with the index of each report whose date is read, until the test ends. */
function watchDays(onDay: (place: number) => void): { count: number; view: SnapshotView } {
  const { view, release } = serving.engine.pin();
  const positions = marketOf(view).positions as { days: Int32Array };
  const { days } = positions;
  positions.days = new Proxy(days, {
    get: (target, name) => {
      if (/^\d+$/.test(String(name))) onDay(Number(name));
      return Reflect.get(target, name);
    },
  });
  onTestFinished(() => {
    positions.days = days;
    release();
  });
  return { count: days.length, view };
}

describe("a panel in which nothing is found", () => {
  const nothing = "from=2000-01-01&to=2026-11-06&codes=QQQ";

  it.each(["/v1/panel", "/v1/panel.csv"])(
    "lets others have their turn while %s looks for rows",
    async (path) => {
      const atOnce = 64;
      let turn = 0;
      const daysByTurn = new Map<number, Set<number>>();
      const { count } = watchDays((place) =>
        daysByTurn.set(turn, (daysByTurn.get(turn) ?? new Set()).add(place)),
      );
      let isOver = false;
      const others = (async () => {
        for (; !isOver; turn++) await nextTurn();
      })();
      const lines = (await asking(serving).text(`${path}?${nothing}`)).trimEnd().split("\n");
      isOver = true;
      await others;
      expect(lines).toEqual([expect.stringMatching(/^date,/)]);
      expect(count).toBeGreaterThan(128);
      expect(daysByTurn.size).toBeGreaterThanOrEqual(count / atOnce);
      // A file's first rows are searched in the same turn in which the last of them are counted.
      expect(Math.max(...Array.from(daysByTurn.values(), ({ size }) => size))).toBeLessThanOrEqual(
        atOnce * 2,
      );
    },
  );

  it("is not looked through to its end for a caller who has gone", async () => {
    const { hostname, port } = new URL(serving.url);
    const socket = connect(Number(port), hostname);
    let newest = 0;
    const { count } = watchDays((place) => {
      newest = Math.max(newest, place);
      if (place === 3) socket.destroy();
    });
    socket.write(
      `GET /v1/panel?${nothing} HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: terrace-tests/1\r\n\r\n`,
    );
    await eventually(() => expect(newest).toBeGreaterThanOrEqual(3));
    // More turns than one pass over all dates takes.
    for (let turn = 0; turn < count * 3; turn++) await nextTurn();
    expect(newest).toBeLessThan(count - 1);
  });

  it("is not looked through to its end for a file that is given up", async () => {
    const left = new AbortController();
    let newest = 0;
    const { count, view } = watchDays((place) => {
      newest = Math.max(newest, place);
    });
    const parameters = new Map(new URLSearchParams(nothing));
    const request = { key: "", parameters, wantsGeometry: false };
    const table = await panelFile(view, request, new AbortController().signal);
    expect([table.rowCount, newest]).toEqual([0, count - 1]);
    newest = 0;
    const first = table.batches(left.signal)[Symbol.asyncIterator]().next();
    setImmediate(() => left.abort());
    await expect(first).rejects.toMatchObject({ code: "canceled" });
    expect(newest).toBeLessThan(count - 1);
  });
});
