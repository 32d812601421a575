import { create, equals, toBinary, toJsonString } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FilterSuburbsResponseSchema as Schema } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { StockSchema } from "../../src/gen/stocks/v1alpha1/stocks_pb.ts";
import { AnswerCache } from "../../src/rpc/answer-cache.ts";
import { CachedAnswer } from "../../src/rpc/cached-answer.ts";
import { TerraceError } from "../../src/runtime/errors.ts";
import type { CallTime } from "../../src/runtime/threads/cost-queue.ts";

const STAYS = { signal: new AbortController().signal };

function answerOf(byteLength: number) {
  return create(Schema, { matchMask: new Uint8Array(byteLength), matchCount: byteLength });
}

function find(cache: AnswerCache, key: string, byteLength: number) {
  return cache.find(Schema, "a", key, STAYS, async () => answerOf(byteLength));
}

/** A lookup that the test settles, with the signals of its calls. */
function heldBack() {
  const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof answerOf>>();
  const signals: AbortSignal[] = [];
  return {
    resolve,
    reject,
    signals,
    work: (signal: AbortSignal) => {
      signals.push(signal);
      return promise;
    },
  };
}

describe("AnswerCache", () => {
  it("gives a kept answer again, without encoding it anew", async () => {
    const cache = new AnswerCache(1e6);
    cache.keepOnly("a");
    const first = await find(cache, "q", 100);
    const bytes = first.binary();
    expect(cache.get("a", "q")).toBe(first);
    expect(cache.get("a", "q")?.binary()).toBe(bytes);
    expect(cache.counts()).toMatchObject({ hits: 2, misses: 1, entries: 1 });
  });

  it("keeps no failure", async () => {
    const cache = new AnswerCache(1e6);
    cache.keepOnly("a");
    const refused = cache.find(Schema, "a", "q", STAYS, async () => {
      throw new TerraceError("unavailable", "full");
    });
    await expect(refused).rejects.toMatchObject({ code: "unavailable" });
    expect(cache.get("a", "q")).toBeUndefined();
    expect(cache.counts().byteLength).toBe(0);
  });

  it("looks identical questions up once, and stops when the last of their callers has gone", async () => {
    const cache = new AnswerCache(1e6);
    cache.keepOnly("a");
    const held = heldBack();
    const leavers = [new AbortController(), new AbortController()];
    const calls = leavers.map((leaver) => cache.find(Schema, "a", "q", leaver, held.work));
    const gone = calls.map((call) => expect(call).rejects.toMatchObject({ code: "canceled" }));
    leavers[0].abort(new Error("gone"));
    expect(held.signals).toHaveLength(1);
    expect(held.signals[0].aborted).toBe(false);
    leavers[1].abort(new Error("gone"));
    expect(held.signals[0].aborted).toBe(true);
    await Promise.all(gone);

    const again = cache.find(Schema, "a", "q", STAYS, held.work);
    expect(held.signals).toHaveLength(2);
    held.resolve(answerOf(10));
    expect((await again).message()).toMatchObject({ matchCount: 10 });
    expect(cache.counts()).toMatchObject({ misses: 2, entries: 1 });
  });

  it("tells a look-up until when somebody waits for it, as they come and go", async () => {
    const cache = new AnswerCache(1e6);
    const held = heldBack();
    let waitsUntil: CallTime | undefined;
    const join = (endsAtMs?: number) => {
      const leaver = new AbortController();
      const time = endsAtMs === undefined ? undefined : { now: () => 7, endsAtMs };
      const call = cache.find(Schema, "a", "q", { signal: leaver.signal, time }, (signal, shared) => {
        waitsUntil = shared;
        return held.work(signal);
      });
      return { call, leave: () => leaver.abort(new Error("gone")) };
    };
    const calls = [join(100)];
    expect([waitsUntil?.now(), waitsUntil?.endsAtMs]).toEqual([7, 100]);
    for (const [endsAtMs, latest] of [
      [900, 900],
      [500, 900],
      [undefined, Number.POSITIVE_INFINITY],
    ] as const) {
      calls.push(join(endsAtMs));
      expect(waitsUntil?.endsAtMs).toBe(latest);
    }
    const gone = [calls[3], calls[1]].map(({ call }) =>
      expect(call).rejects.toMatchObject({ code: "canceled" }),
    );
    calls[3].leave();
    expect(waitsUntil?.endsAtMs).toBe(900);
    calls[1].leave();
    expect(waitsUntil?.endsAtMs).toBe(500);
    held.resolve(answerOf(10));
    await Promise.all([...gone, calls[0].call, calls[2].call]);
  });

  it("gives one failure to all who wait for it and asks again after that", async () => {
    const cache = new AnswerCache(1e6);
    const held = heldBack();
    const calls = [1, 2, 3].map(() => cache.find(Schema, "a", "q", STAYS, held.work));
    held.reject(new Error("broken"));
    for (const call of calls) await expect(call).rejects.toThrow("broken");
    expect(held.signals).toHaveLength(1);
    await find(cache, "q", 10);
    expect(cache.counts().misses).toBe(2);
  });

  it("drops the answers of a snapshot that was replaced, also those found after that", async () => {
    const cache = new AnswerCache(1e6);
    cache.keepOnly("a");
    await find(cache, "q", 10);
    const held = heldBack();
    const late = cache.find(Schema, "a", "r", STAYS, held.work);
    cache.keepOnly("b");
    expect(cache.counts()).toMatchObject({ entries: 0, byteLength: 0 });
    held.resolve(answerOf(10));
    (await late).binary();
    expect(cache.counts()).toMatchObject({ entries: 0, byteLength: 0 });
    expect(cache.get("b", "q")).toBeUndefined();
  });

  it("stays within its bytes and forgets the least recently used first, like a list would", async () => {
    const maxBytes = 40_000;
    const step = fc.record({
      key: fc.integer({ min: 0, max: 30 }),
      byteLength: fc.integer({ min: 0, max: 6000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        const cache = new AnswerCache(maxBytes);
        cache.keepOnly("a");
        // Oldest first, with the sizes that the cache reports.
        let plain: { key: string; bytes: number }[] = [];
        for (const { key: number, byteLength } of steps) {
          const key = `question ${number}`;
          const known = plain.find((entry) => entry.key === key);
          const kept = cache.get("a", key);
          expect(kept !== undefined).toBe(known !== undefined);
          if (known !== undefined) {
            plain = [...plain.filter((entry) => entry !== known), known];
            continue;
          }
          const before = plain.reduce((sum, entry) => sum + entry.bytes, 0);
          const bytes = (await find(cache, key, byteLength)).binary().byteLength + 600 + key.length * 2;
          if (bytes > maxBytes / 8) continue;
          plain.push({ key, bytes });
          let total = before + bytes;
          while (total > maxBytes) total -= plain.shift()!.bytes;
          expect(cache.counts()).toMatchObject({ entries: plain.length, byteLength: total });
        }
        expect(cache.counts().byteLength).toBeLessThanOrEqual(maxBytes);
      }),
    );
  });
});

describe("CachedAnswer", () => {
  it("gives the bytes of the message in whatever order they are asked for, each form encoded once", () => {
    const message = create(StockSchema, {
      productCode: "é",
      percentageShorted: 8.3,
      totalProductInIssue: 2811897300,
    });
    for (const forms of [
      ["json", "binary"],
      ["binary", "json"],
      ["message", "json", "binary"],
    ] as const) {
      let grown = 0;
      const kept = new CachedAnswer(StockSchema, message, (byteLength) => {
        grown += byteLength;
      });
      for (const form of forms) kept[form]();
      expect(Buffer.from(kept.json()).toString()).toBe(toJsonString(StockSchema, message));
      expect(Buffer.from(kept.json()).toString()).toContain('"percentageShorted":8.3}');
      expect(kept.binary()).toEqual(toBinary(StockSchema, message));
      expect(equals(StockSchema, kept.message(), message)).toBe(true);
      expect(kept.json()).toBe(kept.json());
      expect(kept.binary()).toBe(kept.binary());
      expect(grown).toBe(kept.json().byteLength + kept.binary().byteLength);
    }
  });
});
