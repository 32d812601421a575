import { describe, expect, it } from "vitest";
import { createProgress, duration } from "../../src/cli/progress.ts";
import { readableLines } from "../../src/cli/readable-lines.ts";

function screen(isTerminal: boolean, isBrief = false) {
  const written: string[] = [];
  let clock = 0;
  const shown = { isTerminal, columns: 80, write: (text: string) => written.push(text) };
  const progress = createProgress(shown, () => clock, { isBrief });
  return { written, progress, advance: (ms: number) => (clock += ms) };
}

describe("createProgress", () => {
  it("redraws one line on a terminal, with a bar, counts and the time left", () => {
    const { written, progress, advance } = screen(true);
    progress.report("load", 0, 22);
    advance(2000);
    progress.report("load", 11, 22);
    advance(10);
    progress.report("load", 12, 22);
    advance(1990);
    progress.finish();
    expect(written).toHaveLength(3);
    expect(written[1]).toBe("\r\x1b[2K[############------------] load 11 of 22 about 2.0 s left");
    expect(written[2]).toBe("\r\x1b[2K[#############-----------] load 12 of 22 4.0 s\n");
  });

  it("writes plain lines without control characters elsewhere, one a step unless the step is long", () => {
    const { written, progress, advance } = screen(false);
    progress.report("generate", 1, 4000);
    advance(100);
    progress.report("generate", 4000, 4000);
    progress.report("load", 1, 2);
    advance(6000);
    progress.report("load", 1, 2);
    progress.finish();
    expect(written).toEqual([
      "generate: 4,000 of 4,000 in 0.1 s\n",
      "load: 1 of 2, about 6.0 s left\n",
      "load: 1 of 2 in 6.0 s\n",
    ]);
  });

  it.each([
    [true, ["\r\x1b[2K[############------------] load 2.0 s", "\r\x1b[2Kmade in 2.5 s\n"]],
    [false, ["made in 2.5 s\n"]],
  ])(
    "leaves one line with the time of all steps when it is brief, on a terminal: %s",
    (isTerminal, lines) => {
      const { written, progress, advance } = screen(isTerminal, true);
      advance(2000);
      progress.report("load", 1, 2);
      advance(10);
      progress.report("pages", 1, 3);
      advance(490);
      progress.finish();
      expect(written).toEqual(lines);
    },
  );

  it("says nothing when nothing was reported", () => {
    const { written, progress } = screen(true);
    progress.finish();
    expect(written).toEqual([]);
  });
});

describe("duration", () => {
  it("reads like a person would say it", () => {
    expect([0, 9_900, 9_960, 59_400, 60_000, 185_000].map(duration)).toEqual([
      "0.0 s",
      "9.9 s",
      "10 s",
      "59 s",
      "1 min 00 s",
      "3 min 05 s",
    ]);
  });
});

describe("readableLines", () => {
  const request = (method: string, status: number) =>
    JSON.stringify({
      level: 30,
      time: 0,
      verb: "GET",
      method,
      status,
      code: status < 400 ? "ok" : "not_found",
      durationMs: 1,
      bytes: 5,
      msg: "request",
    });

  it("leaves out the files of the page, of which a visit has many, and keeps those that are missing", () => {
    const lines = [request("/", 200), request("/assets/*", 200), request("/assets/*", 304)];
    expect(readableLines(lines.join("\n"))).toMatch(/^\d\d:\d\d:\d\d {2}GET \/ {2}200 [^\n]*\n$/);
    expect(readableLines(request("/assets/*", 404))).toContain("GET /assets/*  404 not_found");
  });
});
