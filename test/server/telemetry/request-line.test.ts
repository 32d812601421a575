import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { FinishedCall } from "../../../src/server/telemetry/call-record.ts";
import { requestLog } from "../../../src/server/telemetry/request-line.ts";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("a\nb", '"', "\\", "\u2028"),
);
const call: fc.Arbitrary<FinishedCall> = fc.record({
  requestId: text,
  verb: fc.constantFrom("GET", "POST"),
  route: text,
  status: fc.integer({ min: 100, max: 599 }),
  code: fc.constantFrom("ok", "internal", "unavailable"),
  durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
  bytes: fc.nat(),
  snapshotId: fc.option(text, { nil: undefined }),
  tier: text,
  identifier: fc.option(text, { nil: undefined }),
});

describe("requestLog", () => {
  it("is the line that pino writes, whatever the request is called", () => {
    fc.assert(
      fc.property(call, (finished) => {
        const lines: string[] = [];
        const stream = { write: (line: string) => void lines.push(line) };
        const fast = pino({ base: { pid: 7 }, timestamp: () => ',"time":5' }, stream);
        requestLog(fast, (identifier) => `ip:${identifier}`)(finished);
        const { route: method, durationMs, identifier, tier, ...rest } = finished;
        const { requestId, verb, status, code, bytes, snapshotId } = rest;
        const level = code === "internal" ? "error" : code === "unavailable" ? "warn" : "info";
        fast[level](
          {
            requestId,
            verb,
            method,
            status,
            code,
            durationMs: Math.round(durationMs * 1000) / 1000,
            bytes,
            ...(snapshotId === undefined ? {} : { snapshotId }),
            ...(identifier === undefined ? {} : { tier, caller: `ip:${identifier}` }),
          },
          "request",
        );
        const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        expect({ ...first, time: 5 }).toEqual(second);
        expect(Object.keys(first)).toEqual(Object.keys(second));
        expect(lines[0].endsWith("\n")).toBe(true);
        expect(lines[0].indexOf("\n")).toBe(lines[0].length - 1);
      }),
    );
  });
});
