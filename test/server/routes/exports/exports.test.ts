import { type ClientHttp2Stream, constants } from "node:http2";
import { describe, expect, inject, it } from "vitest";
import type { Config } from "../../../../src/config/config.ts";
import { EXPORTS } from "../../../../src/domains/index.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { lazyReaders, textOf } from "../../../support/wire/lazy-readers.ts";

/** A server with default settings, for tests that only read. */
const serving = servedCountry();
const serve = (config: Partial<Config> = {}) => serveForTest(inject("country").dataDir, { config });

const get = (url: string, path: string, headers: Record<string, string> = {}) =>
  asking({ url }).get(path, headers);

describe("registerExports", () => {
  it("names the file, its dictionary and its snapshot", async () => {
    const { url } = serving;
    const answer = await get(url, "/v1/suburbs/vic.csv?metrics=population");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="terrace-suburbs-VIC-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get("x-terrace-synthetic")).toBe("true");
    const [, link] = /^<([^>]+)>; rel="describedby"/.exec(answer.headers.get("link")!)!;
    expect(link).toBe("/v1/suburbs/vic.meta.json?metrics=population");
    expect((await (await get(url, link)).json()) as object).toMatchObject({ synthetic: true });
    const text = await answer.text();
    expect(text.split("\n", 1)[0]).toBe("sal_code,sal_name,state_code,postcode,population");
    const etag = answer.headers.get("etag")!;
    const other = await get(url, "/v1/suburbs/vic.csv?metrics=age", { "if-none-match": etag });
    expect(other.status).toBe(200);
  });

  it("leaves no row of listings when they are switched off", async () => {
    const { url } = await serve({ dropListings: false });
    for (const path of ["suburbs/AU", "addresses/AU", "agencies/NSW", "index/AU"]) {
      const answer = await get(url, `/v1/drops/${path}.ndjson`);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, ""]);
    }
  });

  it("leaves no row of the returns when they are switched off", async () => {
    const { url } = await serve({ partyFunding: false });
    for (const path of ["parties/2024-25", "donors/2024-25", "donors/1901-02", "donors/2024-25"]) {
      const answer = await get(url, `/v1/funding/${path}.ndjson`);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, ""]);
    }
  });

  it("orders suburbs by several keys, those without a value last, ties by code", async () => {
    const { url } = serving;
    const rowsOf = async (query: string) =>
      (await (await get(url, `/v1/suburbs/AU.ndjson?metrics=age,price${query}`)).text())
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, string | number | null>);
    const byCode = await rowsOf("");
    expect(byCode.map(({ sal_code }) => sal_code)).toEqual(byCode.map(({ sal_code }) => sal_code).toSorted());
    for (const keys of [["-age", "sal_name"], ["state_code", "-price"], ["-postcode"], ["-sal_code"]]) {
      const wanted = byCode.toSorted((a, b) => {
        for (const key of keys) {
          const [name, sign] = key.startsWith("-") ? [key.slice(1), -1] : [key, 1];
          const [left, right] = [a[name] ?? null, b[name] ?? null];
          if (left === right) continue;
          if (left === null || right === null) return left === null ? 1 : -1;
          return left < right ? -sign : sign;
        }
        return 0;
      });
      expect([keys, await rowsOf(`&sort=${keys.join(",")}`)]).toEqual([keys, wanted]);
    }
    expect(byCode.some(({ price }) => price === null)).toBe(true);
  });

  const REFUSED = [
    ["/v1/suburbs/XX.csv", 404, 'no state "XX"; allowed are'],
    ["/v1/suburbs/NSW.xls", 404, "ends with no known extension; allowed are .csv"],
    ["/v1/drops/suburbs/NSW.geojson", 404, "ends with no known extension"],
    ["/v1/suburbs/NSW.csv?metric=price", 400, 'unknown parameter "metric"; allowed are metrics'],
    ["/v1/suburbs/NSW.csv?metrics=pricee", 400, 'unknown metric "pricee"; did you mean "price"'],
    ["/v1/suburbs/NSW.csv?limit=0", 400, 'limit: "0" is not a whole number from 1'],
    ["/v1/suburbs/NSW.csv?limit=1e3", 400, 'limit: "1e3" is not a whole number'],
    ["/v1/suburbs/NSW.csv?sort=prise", 400, 'sort: unknown metric "prise"'],
    ["/v1/suburbs/NSW.csv?sort=price,,age", 400, 'sort: unknown metric ""'],
    [`/v1/suburbs/NSW.csv?sort=${"price,".repeat(16)}age`, 400, "sort has 17 keys; at most 16 are allowed"],
    ["/v1/suburbs/NSW.csv?where=price%20%3C", 400, "at character 8\nprice <\n       ^"],
    ["/v1/suburbs/NSW.csv?where=pric%20%3C%205", 400, 'unknown metric "pric"; did you mean "price"'],
    ["/v1/suburbs/NSW.csv?limit=1&limit=2", 400, "limit is given 2 times"],
    ["/v1/drops/suburbs/NSW.csv?sort=size", 400, 'sort: "size" is not one of count'],
    ["/v1/drops/index/everywhere.csv", 404, "allowed are AU, a state such as NSW"],
    ["/v1/shorts/2026-11-08.csv", 404, "no report of 2026-11-08; the nearest are 2026-11-06"],
    ["/v1/shorts/2026-02-30.csv", 404, "expected YYYY-MM-DD or latest, the newest is 20"],
    ["/v1/shorts/latest.csv?include_zero=yes", 400, 'include_zero: "yes" is not one of false, true'],
    ["/v1/panel.csv", 400, "from and to are required: the first and last date, YYYY-MM-DD, such as ?from="],
    ["/v1/panel.parquet?from=2026-11-02", 400, "to is required: a date YYYY-MM-DD, such as ?from="],
    ["/v1/panel.csv?from=2026-11-02&to=2026-11-01", 400, "is before from"],
    ["/v1/panel.csv?from=1990-01-01&to=2026-11-01", 400, "at most 10950 are allowed"],
    ["/v1/panel", 400, "from and to are required: the first and last date, YYYY-MM-DD, such as ?from="],
    ["/v1/news/a%20b.csv", 404, 'stock: "a b" is not a code of 3 to 6 letters and digits'],
    ["/v1/news/ZZA.csv?sentiment=angry", 400, 'sentiment: "angry" is not one of '],
    ["/v1/funding/donors/1901-02.csv", 404, 'no returns of "1901-02"; held are 20'],
    ["/v1/funding/donors/2024-25.csv?party=Nobody", 404, "funding/parties/2024-25 lists the groups"],
    ["/v1/series/rates.cash_rate_target.au.csv", 404, 'did you mean "rates.cash_rate_target.aus"'],
  ] as const;

  it("refuses what is not there or cannot be read, with a status and a reason", async () => {
    const { url } = serving;
    for (const [path, status, reason] of REFUSED) {
      const answer = await get(url, path);
      const body = (await answer.json()) as { code: string; message: string; error: string };
      expect([path, answer.status, body.message]).toEqual([path, status, expect.stringContaining(reason)]);
      // The same error shape everywhere; `error` is for older clients.
      expect([body.code, body.error]).toEqual([
        status === 404 ? "not_found" : "invalid_argument",
        body.message,
      ]);
      expect(answer.headers.get("etag")).toBeNull();
    }
  });

  it("lists at /v1 what is below it, and every address there answers", async () => {
    const { url } = serving;
    const answer = await get(url, "/v1");
    const index = (await answer.json()) as {
      files: { path: string; extensions: string[] }[];
      endpoints: { path: string }[];
      documents: string[];
    };
    expect([answer.status, index.files.length]).toEqual([200, EXPORTS.length]);
    const keys = EXPORTS.map(({ path, key }) => [path.replace(/:(\w+)/g, "{$1}"), key?.example] as const);
    for (const [path, example] of keys) {
      const file = index.files.find((one) => one.path === `/v1/${path}.{extension}`)!;
      const address = file.path.replace(/\{(?!extension)\w+\}/, encodeURIComponent(example ?? ""));
      const found = await get(url, address.replace("{extension}", "meta.json"));
      // A key that this country lacks gets an error that names it.
      expect([address, [200, 400, 404].includes(found.status)]).toEqual([address, true]);
      if (found.status !== 200) expect(await found.json()).not.toMatchObject({ code: "unimplemented" });
    }
    const shown = (path: string) =>
      path
        .replace("{state}", "ACT")
        .replace("{table}", "councils")
        .replace("{kind}/{key}", "suburb/20001")
        .replace("{set}", "states")
        .replace("{z}/{x}/{y}", "3/7/4");
    const others = [...index.endpoints.map(({ path }) => shown(path)), ...index.documents];
    for (const path of others) expect([path, (await get(url, path)).status < 500]).toEqual([path, true]);
    for (const path of others.filter((one) => one !== "/v1/panel")) {
      expect([path, (await get(url, path)).status]).toEqual([path, 200]);
    }
  });
});

const LARGE = "/v1/suburbs/AU.ndjson";

/** Every way in which a client can leave. */
const DEPARTURES: readonly (readonly [string, (call: ClientHttp2Stream) => void])[] = [
  ["cancels its call", (call) => call.close(constants.NGHTTP2_CANCEL)],
  ["closes its call without an error", (call) => call.close(constants.NGHTTP2_NO_ERROR)],
  ["destroys its call", (call) => call.destroy()],
  ["ends its connection", (call) => call.session?.destroy()],
];

describe("slow readers", () => {
  // Only the departure itself may end the work.
  const patient = servedCountry({ config: { exportsAtOnce: 8, answerTimeoutMs: 3_600_000 } });

  it("cuts off a caller that reads a byte now and then, and gives its place to others", async () => {
    // Long for the next reader, short for a test.
    const { url, engine } = await serve({ answerTimeoutMs: 3000, exportsAtOnce: 2 });
    const [slow, other] = await lazyReaders(url, LARGE, 2);
    expect([slow.status, other.status]).toEqual([200, 503]);
    expect(engine.callsInFlight).toBe(1);
    const reading = setInterval(() => slow.call.read(1), 20);
    await eventually(() => expect(engine.callsInFlight).toBe(0));
    clearInterval(reading);
    const next = await get(url, LARGE);
    expect([next.status, (await next.text()).at(-1)]).toEqual([200, "\n"]);
  });

  it.each(DEPARTURES)(
    "stops the work when a caller over HTTP/2 %s while it does not read",
    async (_how, leave) => {
      const { url, engine } = patient;
      for (const path of [LARGE, "/v1/panel?from=2020-01-01&to=2026-11-06"]) {
        const readers = await lazyReaders(url, path, 4);
        expect(engine.callsInFlight).toBe(4);
        for (const { call } of readers) leave(call);
        await eventually(() => expect(engine.callsInFlight).toBe(0));
      }
      expect((await get(url, "/v1/suburbs/ACT.csv")).status).toBe(200);
    },
  );

  it.each(["/v1/suburbs/VIC.csv", "/v1/panel?from=2026-11-02&to=2026-11-06"])(
    "keeps the place of %s until its compressed tail is taken",
    async (path) => {
      const { url, engine } = await serve({ exportsAtOnce: 2, answerTimeoutMs: 3_600_000 });
      const [held] = await lazyReaders(url, path, 1, { "accept-encoding": "gzip" });
      expect(held.status).toBe(200);
      // The file was written long before; the rest of it fits into the buffers on the way.
      for (let i = 0; i < 20; i++) expect((await get(url, "/v1/suburbs/ACT.csv")).status).toBe(503);
      await textOf(held.call);
      await eventually(() => expect(engine.callsInFlight).toBe(0));
      expect((await get(url, "/v1/suburbs/ACT.csv")).status).toBe(200);
    },
  );

  it("counts a panel among the files that are sent at once", async () => {
    const { url, engine } = await serve({ exportsAtOnce: 2 });
    const [held, other] = await lazyReaders(url, "/v1/panel?from=2020-01-01&to=2026-11-06", 2);
    expect([held.status, other.status, engine.callsInFlight]).toEqual([200, 503, 1]);
    expect((await get(url, LARGE)).status).toBe(503);
    held.call.close(constants.NGHTTP2_CANCEL);
    await eventually(() => expect(engine.callsInFlight).toBe(0));
    expect((await get(url, "/v1/panel?from=2026-11-02&to=2026-11-06")).status).toBe(200);
  });
});
