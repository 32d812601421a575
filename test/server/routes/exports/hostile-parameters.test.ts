import { describe, expect, inject, it } from "vitest";
import { EXPORTS } from "../../../../src/domains/index.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { someOf } from "../../../support/run/test-form.ts";

const HEADERS = { "user-agent": "terrace-tests/1", "accept-encoding": "identity" };
const get = (url: string, path: string) => fetch(`${url}${path}`, { headers: HEADERS });

/** Strings that break out of quotes, statements, paths, headers and pages where they can. */
const HOSTILE = [
  "' OR '1'='1",
  "'; DROP TABLE suburbs; --",
  "1 UNION SELECT * FROM read_csv('/etc/passwd')",
  "$scope",
  "../../../../etc/passwd",
  "a\r\nSet-Cookie: x=1",
  "<script>alert(1)</script>",
  "%00",
  "\0",
  "=cmd|' /C calc'!A0",
  "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((price",
  `${"not ".repeat(900)}price < 1`,
  `${"(".repeat(3990)}`,
  "price < 1 or ".repeat(290).concat("price < 2"),
  "9".repeat(400),
  "é".repeat(500),
  "__proto__",
  "constructor",
];

describe("hostile parameters", () => {
  it("are refused or bound as texts, in every parameter and every path, and never fail inside", async () => {
    const lines: string[] = [];
    const serving = await serveForTest(inject("country").dataDir, { logTo: (line) => lines.push(line) });
    const truth = await (await get(serving.url, "/v1/drops/suburbs/AU.csv")).text();
    const statuses = new Map<number, number>();
    for (const { path, parameters, key } of EXPORTS) {
      const stem = path.includes(":") ? path.slice(0, path.lastIndexOf("/") + 1) : path;
      const example = path.includes(":") ? `${stem}${key!.example}` : path;
      // The other parameters are valid, so that nothing else is refused first.
      const beside = (name: string) =>
        Object.entries(parameters)
          .filter(([other]) => other !== name)
          .map(([other, one]) => `&${other}=${encodeURIComponent(one.example)}`)
          .join("");
      const asked = someOf(HOSTILE, 6).flatMap((text) => {
        const encoded = encodeURIComponent(text);
        return [
          ...(path.includes(":") ? [`/v1/${stem}${encoded}.csv`] : []),
          `/v1/${example}.${encoded}`,
          `/v1/${example}.csv?${encoded}=1`,
          ...Object.keys(parameters).map((name) => `/v1/${example}.csv?${name}=${encoded}${beside(name)}`),
        ];
      });
      for (const one of asked) {
        const answer = await get(serving.url, one);
        const text = await answer.text();
        expect([400, 404, 414, 200], `${one} ${text}`).toContain(answer.status);
        expect(answer.headers.get("set-cookie")).toBeNull();
        if (answer.status !== 200) expect(answer.headers.get("content-type")).toContain("application/json");
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    }
    expect(statuses.get(400)).toBeGreaterThan(100);
    expect(statuses.get(404)).toBeGreaterThan(100);
    expect(lines.filter((line) => line.includes("could not be sent"))).toEqual([]);
    expect(await (await get(serving.url, "/v1/drops/suburbs/AU.csv")).text()).toBe(truth);
  });
});
