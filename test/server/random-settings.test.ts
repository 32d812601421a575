import { join } from "node:path";
import { type DescMessage, type DescMethodUnary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../src/domains/samples.ts";
import { goldenCountry } from "../support/country/shared-country.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { startTerrace } from "../support/run/run-terrace.ts";
import { draws, runSeed, shuffled } from "../support/run/seeded-random.ts";
import { inForm, someOf } from "../support/run/test-form.ts";
import { goldenCases, goldenRequests } from "../support/wire/golden-cases.ts";

const DRAWS = inForm({ short: 1, deep: 2, long: 50 });
/** Every call twice, so that the second may come from the cache. */
const ROUNDS = 2;
/** Retries of a call that differs: midnight, which changes both servers' responses, passes only once. */
const LOOKS = 3;

interface WireCall {
  readonly name: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** The golden requests of every method: as JSON, and if decodable also in binary. */
function wireCalls(): WireCall[] {
  return productServices.flatMap(({ typeName, methods }) =>
    methods.flatMap((method): WireCall[] => {
      const path = `${typeName}/${method.name}`;
      const cases = [...goldenCases(`${typeName}.${method.name}`)];
      const json = cases.flatMap(([name, { request, switches }]): WireCall[] => {
        if (switches !== undefined) return [];
        const contentType = "application/json";
        return [{ name: `${path} ${name} JSON`, path, contentType, body: JSON.stringify(request) }];
      });
      const binary = [...goldenRequests(method as DescMethodUnary)].map(([name, request]): WireCall => {
        const body = new Uint8Array(toBinary(method.input, request as MessageShape<DescMessage>));
        return { name: `${path} ${name} binary`, path, contentType: "application/proto", body };
      });
      return [...json, ...binary];
    }),
  );
}

async function ask(url: string, { path, contentType, body }: WireCall): Promise<string> {
  const headers = { "content-type": contentType, "user-agent": "terrace-tests/1" };
  const response = await fetch(`${url}/${path}`, { method: "POST", headers, body });
  const bytes = Buffer.from(await response.arrayBuffer());
  return `${response.status} ${response.headers.get("content-type")} ${bytes.toString("latin1")}`;
}

/** The responses to all calls by name, with `callers` in flight at once. */
async function askAll(
  url: string,
  calls: readonly WireCall[],
  callers: number,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const queue = calls.values();
  const work = async () => {
    for (const call of queue) answers.set(call.name, await ask(url, call));
  };
  await Promise.all(Array.from({ length: callers }, work));
  return answers;
}

/** True if the response differs from the plain server's both just before and just after it. */
async function differs(plainUrl: string, url: string, call: WireCall): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    const before = await ask(plainUrl, call);
    const answer = await ask(url, call);
    if (answer === before || answer === (await ask(plainUrl, call))) return false;
  }
  return true;
}

/** Runs `use` against a new real server over the golden country and checks that it stops cleanly. */
async function withServer(
  env: Readonly<Record<string, string>>,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = startTerrace(["serve", "--port", "0", "--data-dir", (await goldenCountry()).dataDir], env);
  try {
    await use(/"url":"([^"]+)"/.exec(await server.said(/"url":"[^"]+"/))![1]);
  } finally {
    server.child.kill("SIGTERM");
  }
  expect((await server.finished).exitCode).toBe(0);
}

describe("terrace serve", () => {
  const seed = runSeed("random settings");

  it("answers with the same bytes under every drawn setting", { timeout: 3_600_000 }, async () => {
    const all = wireCalls();
    expect(new Set(all.map(({ path }) => path)).size).toBe(SAMPLE_REQUESTS.size);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    const calls = someOf(all, 120);
    const folder = await temporaryDirectory();
    await withServer({}, async (plainUrl) => {
      const expected = await askAll(plainUrl, calls, 4);
      for (let i = 0; i < DRAWS; i++) {
        // To replay a later draw as the first, pass its seed as TERRACE_TEST_SEED.
        const draw = drawSettings(seed + i);
        const description = `TERRACE_TEST_SEED=${seed + i}: ${draw.callers} callers, ${JSON.stringify(draw.env)}`;
        console.log(`random settings, draw ${i + 1} of ${DRAWS}, ${description}`);
        const free = JSON.stringify({ anonymous: { apiPerMinute: 0, apiPerMonth: 0 } });
        const quota = join(folder, `quota-${i}.sqlite`);
        const env = { ...draw.env, TERRACE_TIER_LIMITS: free, TERRACE_QUOTA_FILE: quota };
        await withServer(env, async (url) => {
          for (let round = 0; round < ROUNDS; round++) {
            const answers = await askAll(url, draw.shuffle(calls), draw.callers);
            expect(answers.size).toBe(calls.length);
            const suspects = calls.filter(({ name }) => answers.get(name) !== expected.get(name));
            const different: string[] = [];
            for (const call of suspects) if (await differs(plainUrl, url, call)) different.push(call.name);
            expect(different, description).toEqual([]);
          }
        });
      }
    });
  });
});

/** Environment variables that must not change a byte of any response. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  // Both sides of the date line, half and quarter hours, daylight saving in both hemispheres.
  TZ: [
    "UTC",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "Pacific/Kiritimati",
    "Pacific/Niue",
    "Asia/Kathmandu",
    "America/St_Johns",
    "Europe/London",
  ],
  // Other decimal marks, digits, letter cases, sort orders and calendars.
  LANG: ["C", "en_AU.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "sv_SE.UTF-8", "fa_IR.UTF-8"],
  LC_ALL: ["", "POSIX", "en_US.UTF-8", "fr_CH.UTF-8", "lt_LT.UTF-8", "th_TH.UTF-8", "hi_IN.UTF-8"],
  UV_THREADPOOL_SIZE: ["1", "4", "16"],
  TERRACE_THREADS: ["1", "2", "3"],
  TERRACE_FILTER_THREADS: ["0", "1", "2", "4"],
  TERRACE_SQL_CONNECTIONS: ["1", "2", "4", "16"],
  TERRACE_SQL_WAITING: ["64", "256", "100000"],
  TERRACE_ANSWER_CACHE_MB: ["0", "1", "16", "256"],
  TERRACE_REQUEST_TIMEOUT_MS: ["120000", "600000"],
  TERRACE_SHUTDOWN_TIMEOUT_MS: ["30000", "600000"],
  TERRACE_HEADERS_TIMEOUT_MS: ["60000", "600000"],
  TERRACE_BODY_TIMEOUT_MS: ["60000", "600000"],
  TERRACE_MAX_HEADER_BYTES: ["8192", "32768", "1048576"],
  TERRACE_CACHE_CONTROL: ["no-cache", "public, max-age=60"],
  // The line with the server's address has level info.
  TERRACE_LOG_LEVEL: ["trace", "debug", "info"],
  TERRACE_REQUEST_LOG: ["on", "off"],
  TERRACE_LIMITS: ["on", "off"],
  TERRACE_AGENT_POLICY: ["on", "off"],
  TERRACE_METER_ANONYMOUS_MONTHLY: ["on", "off"],
};

interface SettingsDraw {
  readonly env: Readonly<Record<string, string>>;
  /** Calls in flight: more of them share a batch of a filter thread. */
  readonly callers: number;
  /** Shuffles by this draw's seed. */
  shuffle<T>(items: readonly T[]): T[];
}

function drawSettings(seed: number): SettingsDraw {
  const { random, pick } = draws(seed);
  const env = Object.fromEntries(Object.entries(VARIABLES).map(([name, values]) => [name, pick(values)]));
  const callers = pick([2, 4, 16, 32]);
  return {
    env,
    callers,
    shuffle: (items) => shuffled(items, random),
  };
}
