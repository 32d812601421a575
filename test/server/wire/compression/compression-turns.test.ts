import { setImmediate as nextTurn } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { ThreadMetrics } from "../../../../src/server/telemetry/thread-metrics.ts";
import { compressInTurn } from "../../../../src/server/wire/compression/compression.ts";
import { CompressionTurns } from "../../../../src/server/wire/compression/compression-turns.ts";
import { eventually } from "../../../support/run/fixtures.ts";

const LARGE = 2 ** 20;

/** Tasks that the test ends. */
function heldWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)!() };
}

function twoThreads() {
  const first = new ThreadMetrics(2);
  const second = new ThreadMetrics(first.memory, 1);
  onTestFinished(() => {
    first.close();
    second.close();
  });
  const turns = [first, second].map(({ compressions }) => new CompressionTurns(compressions));
  return { turns, first };
}

describe("CompressionTurns", () => {
  it("runs two large ones at once and the others in the order they came, while small ones pass", async () => {
    const turns = new CompressionTurns();
    const { begun, work, end } = heldWork();
    const large = ["a", "b", "c", "d"].map((name) => turns.run(LARGE, work(name)));
    const small = turns.run(1000, work("small"));
    expect(begun).toEqual(["a", "b", "small"]);
    expect(turns.waitingBytes).toBe(2 * LARGE);
    end("b");
    await large[1];
    expect(begun).toEqual(["a", "b", "small", "c"]);
    end("a");
    await large[0];
    for (const name of ["small", "c", "d"]) end(name);
    expect(await Promise.all([...large, small])).toEqual(["a", "b", "c", "d", "small"]);
    expect(turns.waitingBytes).toBe(0);
  });

  it("forgets one whose caller goes away before its turn, and begins none for a caller who is gone", async () => {
    const turns = new CompressionTurns();
    const { begun, work, end } = heldWork();
    const leaver = new AbortController();
    const running = ["a", "b"].map((name) => turns.run(LARGE, work(name)));
    const gone = turns.run(LARGE, work("gone"), leaver.signal);
    const next = turns.run(LARGE, work("next"), new AbortController().signal);
    leaver.abort();
    await expect(gone).rejects.toMatchObject({ code: "canceled" });
    expect(turns.waitingBytes).toBe(LARGE);
    await expect(turns.run(LARGE, work("late"), leaver.signal)).rejects.toMatchObject({ code: "canceled" });
    end("a");
    await running[0];
    expect([begun, turns.waitingBytes]).toEqual([["a", "b", "next"], 0]);
    for (const name of ["b", "next"]) end(name);
    await Promise.all([...running, next]);
  });

  it("gives the turn on when one fails", async () => {
    const turns = new CompressionTurns();
    const failing = Array.from({ length: 3 }, () =>
      turns.run(LARGE, () => Promise.reject(new Error("no memory"))),
    );
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(
      Array(3).fill("rejected"),
    );
    expect(await turns.run(LARGE, async () => "done")).toBe("done");
  });

  it("has room for 32 MiB that wait, and always for what is small", () => {
    const turns = new CompressionTurns();
    const { work } = heldWork();
    for (let i = 0; i < 34; i++) {
      expect(turns.hasRoomFor(LARGE)).toBe(true);
      void turns.run(LARGE, work(String(i)));
    }
    expect(turns.hasRoomFor(LARGE)).toBe(false);
    expect(turns.hasRoomFor(10_000)).toBe(true);
  });

  it("never runs more than two large ones in all threads together, and comes to the end of both", async () => {
    const { turns } = twoThreads();
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await nextTurn();
      running--;
    };
    await Promise.all(Array.from({ length: 40 }, (_, i) => turns[i % 2].run(LARGE, work)));
    expect(most).toBe(2);
    expect(turns.map(({ waitingBytes }) => waitingBytes)).toEqual([0, 0]);
  });

  it("keeps no turn within a thread while another one waits", async () => {
    const { turns } = twoThreads();
    const { begun, work, end } = heldWork();
    const greedy = ["a", "b", "c", "d"].map((name) => turns[0].run(LARGE, work(name)));
    const modest = turns[1].run(LARGE, work("modest"));
    expect(begun).toEqual(["a", "b"]);
    end("a");
    await greedy[0];
    // Both compete for it now.
    expect(begun).toEqual(["a", "b"]);
    for (let i = 1; i < 5; i++) {
      await eventually(() => expect(begun.length).toBeGreaterThan(i));
      end(begun[i]);
    }
    expect(await Promise.all([...greedy, modest])).toEqual(["a", "b", "c", "d", "modest"]);
  });

  it("takes back the turns of a thread that has ended", async () => {
    const { turns, first } = twoThreads();
    const { begun, work, end } = heldWork();
    for (const name of ["a", "b"]) void turns[1].run(LARGE, work(name));
    const next = turns[0].run(LARGE, work("c"));
    expect(begun).toEqual(["a", "b"]);
    first.endThread(1);
    await eventually(() => expect(begun).toEqual(["a", "b", "c"]));
    end("c");
    expect(await next).toBe("c");
  });
});

describe("compressInTurn", () => {
  it("compresses a large answer that is sent again once in each encoding, and every other one when it is sent", async () => {
    const text = "the same answer ".repeat(10_000);
    const kept = Buffer.from(text);
    const [gzip, again, br, other] = [
      await compressInTurn("gzip", kept),
      await compressInTurn("gzip", kept),
      await compressInTurn("br", kept),
      await compressInTurn("gzip", Buffer.from(text)),
    ];
    expect(again).toBe(gzip);
    expect(other).not.toBe(gzip);
    expect(await compressInTurn("br", kept)).toBe(br);
    expect([gunzipSync(gzip), brotliDecompressSync(br), gunzipSync(other)].map(String)).toEqual(
      Array(3).fill(text),
    );
    const small = Buffer.from("small ".repeat(1000));
    expect(await compressInTurn("gzip", small)).not.toBe(await compressInTurn("gzip", small));
  });
});
