import { connect as connectHttp2 } from "node:http2";
import { gzipSync } from "node:zlib";
import { type DescMethod, fromJson, ScalarType, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { productServices, publicMethods } from "../../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../src/domains/samples.ts";
import { METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { fieldBounds, requestByteLimit } from "../../src/rpc/request-bounds.ts";
import { postJson } from "../support/country/call-json.ts";
import { callJson } from "../support/country/serve-country.ts";
import { watchPeak } from "../support/run/resident-memory.ts";
import { serverProcess } from "../support/run/run-terrace.ts";
import { inForm, someOf } from "../support/run/test-form.ts";
import { stockCorrelations } from "../support/wire/heavy-requests.ts";
import { callRoughly } from "../support/wire/hostile-exchange.ts";
import { framed } from "../support/wire/raw-http.ts";
import { type SizedField, sizedFields } from "../support/wire/request-fields.ts";

/** Maximum growth of the server's memory at the worst moment of one call. */
const MAX_GROWTH_MB = 32;

/** Number of entries or characters that a few KB of gzip can contain. */
const FLOOD = 200_000;

/** Rounds of the whole attack before it is measured: code and pools then have their final size. */
const WARM_UPS = 1;

const CORRELATE = "terrace.v1.ExplorerService/CorrelateSeries";
/** Number of CorrelateSeries calls for all stocks; each is new. */
const STOCK_CALLS = inForm({ short: 2, deep: 8, long: 8 });

const COLUMNS = "shorts.v1alpha1.HousingService/GetSuburbMetricColumns";

const CHEAP = "shorts.v1alpha1.HousingService/FilterSuburbs";

const server = serverProcess({
  NODE_OPTIONS: "--max-semi-space-size=4",
  MALLOC_ARENA_MAX: "1",
  TERRACE_REQUEST_LOG: "off",
});

interface Attack extends SizedField {
  readonly method: DescMethod;
}

/** Methods without a token; the others reject a call without one first. */
const open = new Set(publicMethods().map(({ service, method }) => `${service}/${method}`));
const attacks: readonly Attack[] = someOf(
  productServices.flatMap((service) =>
    service.methods
      .filter((method) => open.has(`${service.typeName}/${method.name}`))
      .flatMap((method) => sizedFields(method.input).map((sized) => ({ ...sized, method }))),
  ),
  40,
);

const isText = ({ field }: SizedField) => field.scalar === ScalarType.STRING;
const pathOf = ({ method }: Attack) => `${method.parent.typeName}/${method.name}`;

/** The method's sample request with `size` equal entries in a list, or a string of `size` characters. */
function sized(attack: Attack, size: number, valid?: unknown): Record<string, unknown> {
  const { field, method } = attack;
  const sample = (SAMPLE_REQUESTS.get(`${method.parent.typeName}/${method.name}`) ?? {}) as Record<
    string,
    unknown
  >;
  if (field.fieldKind !== "list") return attack.request("x".repeat(size), sample);
  const given = (sample[field.jsonName] as unknown[] | undefined)?.[0];
  const entry = given ?? valid ?? (isText(attack) ? "price" : field.message ? {} : 1);
  return attack.request(Array(size).fill(entry), sample);
}

const isOfStocks = ({ method }: Attack) => method.name.endsWith("Stocks");

/** A request with a valid list entry repeated, from the method's sample or from here. */
function asked(attack: Attack, times: number): Record<string, unknown> {
  const isStock = isOfStocks(attack);
  const entries: Readonly<Record<string, unknown>> = {
    product_codes: "BHP",
    metric_keys: isStock ? "market_cap" : "price",
    expressions: { hasData: { metricKey: isStock ? "market_cap" : "population" } },
    state_codes: "VIC",
    kinds: "suburb",
    sal_codes: "10001",
    financial_years: "2024-25",
    party_groups: "Synthetic Orl Party",
    chambers: "senate",
    labels: isStock ? "Utilities" : "Islam",
    indexes: 0,
  };
  const request = sized(attack, times, entries[attack.field.name]);
  // A set of suburbs is given by its codes or by something else.
  if (attack.path === "sal_codes") for (const other of ["filter", "stateCode"]) delete request[other];
  const { category } = (request.filter ?? {}) as { category?: Record<string, unknown> };
  if (category !== undefined) category.metricKey ??= isStock ? "sector" : "religion";
  return request;
}

/** The field above its limit, up to four times, as far as the request's byte limit allows. */
function beyond(attack: Attack, bound: number): string {
  const limit = requestByteLimit(attack.method.input);
  for (let size = bound * 4; size > bound; size = Math.max(bound, Math.floor(size * 0.8))) {
    const text = JSON.stringify(sized(attack, size));
    if (text.length <= limit) return text;
  }
  const text = JSON.stringify(sized(attack, bound + 1));
  expect(
    text.length,
    `${pathOf(attack)} ${attack.path}: its bound is beyond what a request holds`,
  ).toBeLessThanOrEqual(limit);
  return text;
}

/** Requests of a hundred bytes that ask for as much as numbers and a period can. */
const greedy = productServices.flatMap((service) =>
  service.methods.flatMap((method) => {
    const path = `${service.typeName}/${method.name}`;
    const numbers = method.input.fields.filter(({ scalar, fieldKind }) => {
      return fieldKind === "scalar" && scalar === ScalarType.INT32;
    });
    const hasPeriod = method.input.fields.some(({ name }) => name === "period");
    if (!open.has(path) || (numbers.length === 0 && !hasPeriod)) return [];
    const most = numbers
      .filter(({ name }) => name !== "offset")
      .map(({ jsonName }) => [jsonName, 2 ** 31 - 1]);
    const period = hasPeriod ? { period: "MAX" } : {};
    const sample = SAMPLE_REQUESTS.get(path) as object;
    // If the maximum is rejected, also numbers that are not.
    return [most, most.map(([name]) => [name, 60]), most.map(([name]) => [name, 1000])].map((numbered) => ({
      path,
      message: JSON.stringify({ ...sample, ...period, ...Object.fromEntries(numbered) }),
    }));
  }),
);

/** Exceed the byte limit when inflated. Compressed beforehand, so as not to block the healthy caller. */
const floodOf = (attack: (typeof attacks)[number]) =>
  gzipSync(JSON.stringify(sized(attack, Math.max(FLOOD, requestByteLimit(attack.method.input) + 1))));
const floods = new Map(attacks.map((attack) => [attack, floodOf(attack)]));

async function post(
  path: string,
  body: string | Buffer<ArrayBuffer>,
  encoding?: "gzip",
): Promise<{ status: number; text: string }> {
  const response = await postJson(`${server.url}/${path}`, body, {
    "user-agent": "terrace-tests/1",
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
  });
  return { status: response.status, text: await response.text() };
}

/** Durations, sorted, of a cheap call repeated one after the other during the work. */
async function cheapCallsDuring(work: () => Promise<void>): Promise<number[]> {
  const durations: number[] = [];
  let isOver = false;
  const healthy = (async () => {
    while (!isOver) {
      const started = performance.now();
      const { status } = await callJson(server.url, CHEAP, SAMPLE_REQUESTS.get(CHEAP));
      durations.push(performance.now() - started);
      expect(status).toBe(200);
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await healthy;
  return durations.sort((a, b) => a - b);
}

describe("a question that asks for more than it may", () => {
  it("is refused by the field's name, costs little memory, and holds nobody up", async () => {
    const stocks = await stockCorrelations(server.url);
    // A new connection needs a call soon, or it is closed.
    const session = connectHttp2(server.url);
    let worst = { growth: 0, what: "" };
    let calls = 0;
    const measured = async (what: string, call: () => Promise<void>) => {
      const growth = watchPeak(server.child.pid!);
      await call();
      calls++;
      if (growth() > worst.growth) worst = { growth: growth(), what };
      expect(growth(), what).toBeLessThan(MAX_GROWTH_MB);
    };
    const attackAll = async (check: typeof measured) => {
      for (const attack of attacks) {
        const path = pathOf(attack);
        const { entries, characters = 0 } = fieldBounds(attack.field);
        const bound = attack.field.fieldKind === "list" ? entries! : characters;
        await check(`${path} ${attack.path} at its bound`, async () => {
          const { status, text } = await post(path, JSON.stringify(sized(attack, bound)));
          expect([200, 400, 404], `${path} ${attack.path}: ${text.slice(0, 200)}`).toContain(status);
          expect(text).not.toContain("entries are too many");
        });
        await check(`${path} ${attack.path} beyond it`, async () => {
          const { status, text } = await post(path, beyond(attack, bound));
          const { code, message } = JSON.parse(text) as { code: string; message: string };
          expect([status, code], `${path} ${attack.path}: ${message}`).toEqual([400, "invalid_argument"]);
          expect(message).toMatch(new RegExp(`\\b${attack.field.name}\\b.*: .*at most ${bound}\\b`));
        });
        await check(`${path} ${attack.path} compressed`, async () => {
          const { status, text } = await post(path, floods.get(attack)!, "gzip");
          expect([status, text.slice(0, 300)]).toEqual([429, expect.stringContaining("resource_exhausted")]);
        });
        await check(`${path} ${attack.path} over gRPC`, async () => {
          const message = toBinary(
            attack.method.input,
            fromJson(attack.method.input, sized(attack, bound + 1) as never),
          );
          const { status, text } = await callRoughly(session, `/${path}`, framed(message));
          expect([status, text], path).toEqual([3, expect.stringContaining("grpc-message")]);
        });
      }
    };
    const askGreedily = async (check: typeof measured) => {
      for (const { path, message } of someOf(greedy, 30)) {
        await check(`${path} ${message} by GET`, async () => {
          const query = `connect=v1&encoding=json&message=${encodeURIComponent(message)}`;
          const response = await fetch(`${server.url}/${path}?${query}`, {
            headers: { "user-agent": "terrace-tests/1" },
          });
          expect([200, 400, 404, 429], path).toContain(response.status);
          await response.arrayBuffer();
        });
        await check(`${path} ${message} over gRPC in JSON`, async () => {
          const json = "application/grpc+json";
          const { status } = await callRoughly(session, `/${path}`, framed(message), json);
          expect([0, 3, 5, 8], path).toContain(status);
        });
      }
    };
    let asked = 0;
    const askForStocks = async (check: typeof measured) => {
      for (let i = 0; i < STOCK_CALLS; i++) {
        const request = JSON.stringify(stocks(asked++));
        await check("CorrelateSeries of all stocks", async () => {
          const { status, text } = await post(CORRELATE, request);
          expect([status, text.slice(0, 200)]).toEqual([200, expect.stringContaining("stocks.")]);
        });
      }
    };
    for (let i = 0; i < WARM_UPS; i++) {
      await attackAll((_what, call) => call());
      await askGreedily((_what, call) => call());
      await askForStocks((_what, call) => call());
    }
    const durations = await cheapCallsDuring(async () => {
      await attackAll(measured);
      await askGreedily(measured);
      await askForStocks(measured);
    });
    session.destroy();
    const p99 = durations[Math.floor(durations.length * 0.99)];
    console.log(
      `${calls} calls over ${attacks.length} fields and ${greedy.length} numbers: ${worst.growth.toFixed(1)} MiB at most (${worst.what}); ${durations.length} cheap calls alongside them, p99 ${p99.toFixed(1)} ms`,
    );
  });

  it("is answered as if a repeated entry were there once, refused for it, or answered as often as there are metrics", async () => {
    const compared = { same: 0, refused: 0 };
    const rejected: string[] = [];
    for (const attack of attacks.filter(({ field }) => field.fieldKind === "list")) {
      const path = pathOf(attack);
      // Stocks have no state.
      if (isOfStocks(attack) && attack.path === "filter.state.state_codes") continue;
      // At least two different stocks are needed.
      if (path.endsWith("/GetStockCorrelations")) continue;
      const [once, twice] = await Promise.all(
        [1, 2].map((entries) => post(path, JSON.stringify(asked(attack, entries)))),
      );
      if (once.status !== 200) rejected.push(`${path} ${attack.path} ${once.text.slice(0, 200)}`);
      else if (twice.status === 400) compared.refused++;
      else if (path === COLUMNS) {
        // Columns are returned as often as requested, at most as many as there are metrics.
        const { columns, ...rest } = JSON.parse(once.text) as { columns: unknown[] };
        expect(JSON.parse(twice.text)).toEqual({ columns: [...columns, ...columns], ...rest });
        const { status, text } = await post(path, JSON.stringify(asked(attack, METRICS.length + 1)));
        expect([status, text]).toEqual([
          400,
          expect.stringContaining(`metric_keys: ${METRICS.length + 1} keys are too many`),
        ]);
      } else {
        expect([path, attack.path, twice.status, twice.text]).toEqual([path, attack.path, 200, once.text]);
        compared.same++;
      }
    }
    console.log(
      `entries twice: ${compared.same} fields answered as for once, ${compared.refused} refused; ` +
        `not to be asked with one entry: ${rejected.join(", ")}`,
    );
    expect(rejected).toEqual([]);
  });
});
