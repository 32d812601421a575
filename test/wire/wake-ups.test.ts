import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { BATCH_CALLS } from "../../src/engine/filter/filter-memory.ts";
import { isTerraceError, openEngine } from "../../src/index.ts";
import type { Serving } from "../../src/server/start/start-serving.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { eventually } from "../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { inForm, isLongRun } from "../support/run/test-form.ts";
import { textOf } from "../support/wire/lazy-readers.ts";
import { postOver } from "../support/wire/open-stream.ts";
import { FILTER_PATH } from "../support/wire/wire-server.ts";

const MAX_CALLS = 5000;
const LIBRARY_ROUNDS = inForm({ short: 15, deep: 200, long: 10_000 });
const HTTP2_ROUNDS = inForm({ short: 3, deep: 20, long: 10_000 });
/** The long form takes hours on a small machine. */
const TIMEOUT_MS = isLongRun ? 12 * 3_600_000 : 300_000;
/** Far more than a round takes on a busy machine: a call that is never woken fails then. */
const DEADLINE_MS = 120_000;

const REQUESTS = [500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 1e9].map((min) => ({
  stateCode: "NSW",
  predicates: [{ metricKey: "population", min }],
}));

interface Tally {
  answered: number;
  refused: number;
  late: number;
  wrong: number;
}

const nothing = (): Tally => ({ answered: 0, refused: 0, late: 0, wrong: 0 });

/** From 1 to 5,000 calls, log-uniform. */
function drawSize(random: () => number): number {
  return Math.ceil(MAX_CALLS ** random());
}

async function runRounds(
  name: string,
  rounds: number,
  ask: (count: number, random: () => number, tally: Tally) => Promise<void>,
): Promise<Tally> {
  const random = seededRandom(runSeed(name));
  const tally = nothing();
  let calls = 0;
  let beyondABatch = 0;
  for (let round = 0; round < rounds; round++) {
    const count = round === 0 ? MAX_CALLS : drawSize(random);
    calls += count;
    if (count > BATCH_CALLS) beyondABatch++;
    await ask(count, random, tally);
  }
  console.log(
    `${name}: ${rounds} rounds, ${beyondABatch} with more calls than a batch holds; ${calls} calls, ` +
      `${tally.answered} answered, ${tally.refused} refused as unavailable, ${tally.late} late, ${tally.wrong} wrong`,
  );
  expect(tally.answered + tally.refused + tally.late + tally.wrong).toBe(calls);
  expect(tally.answered).toBeGreaterThan(calls / 2);
  expect(tally).toMatchObject({ late: 0, wrong: 0 });
  return tally;
}

describe("up to 5,000 filters in one tick", () => {
  it(
    "are all answered or refused, and none late, in the library",
    async () => {
      await using engine = await openEngine(inject("country").dataDir, {
        filterThreads: 1,
        timeoutMs: DEADLINE_MS,
      });
      const right = REQUESTS.map((request) => engine.filterSuburbsSync(request).matchCount);
      expect(new Set(right).size).toBeGreaterThan(3);
      const ask = async (which: number, tally: Tally) => {
        try {
          const { matchCount } = await engine.housing.filterSuburbs(REQUESTS[which]);
          if (matchCount === right[which]) tally.answered++;
          else tally.wrong++;
        } catch (error) {
          if (isTerraceError(error, "unavailable")) tally.refused++;
          else if (isTerraceError(error, "deadline_exceeded")) tally.late++;
          else throw error;
        }
      };
      const askAll = (count: number, first: number, tally: Tally) =>
        Promise.all(Array.from({ length: count }, (_, i) => ask((first + i) % REQUESTS.length, tally)));
      // Until its thread has started, the engine answers inline and sheds nothing.
      await eventually(async () => {
        const tally = nothing();
        await askAll(MAX_CALLS, 0, tally);
        expect(tally.refused).toBeGreaterThan(0);
      });
      await runRounds("wake-ups in the library", LIBRARY_ROUNDS, async (count, random, tally) => {
        await askAll(count, Math.floor(random() * REQUESTS.length), tally);
      });
    },
    TIMEOUT_MS,
  );

  describe("over HTTP/2", () => {
    let server: Serving;
    let sessions: ClientHttp2Session[];

    beforeAll(async () => {
      // Rounds are long, and some connections have no call before the second one.
      const config = { filterThreads: 1, headersTimeoutMs: TIMEOUT_MS };
      server = await serveCountry(inject("country").dataDir, { config });
      sessions = Array.from({ length: 5 }, () => connect(server.url));
      // Before a client knows the maximum number of streams, it opens too many, and some are refused.
      await Promise.all(sessions.map((session) => once(session, "remoteSettings")));
    });
    afterAll(async () => {
      for (const session of sessions) session.close();
      await server.close();
    });

    it(
      "are all answered or refused, and none late",
      async () => {
        const bodies = REQUESTS.map((request) => Buffer.from(JSON.stringify(request)));
        const right: string[] = [];
        for (const body of bodies) right.push((await post(sessions[0], body)).body);
        expect(new Set(right).size).toBeGreaterThan(3);
        await runRounds("wake-ups over HTTP/2", HTTP2_ROUNDS, async (count, random, tally) => {
          // On one connection or spread over some.
          const used = 1 + Math.floor(random() * sessions.length);
          const ask = async (_: unknown, i: number) => {
            const which = i % REQUESTS.length;
            const { status, body } = await post(sessions[i % used], bodies[which]);
            if (status === 200 && body === right[which]) tally.answered++;
            else if (status === 503) tally.refused++;
            else if (status === 504) tally.late++;
            else tally.wrong++;
          };
          await Promise.all(Array.from({ length: count }, ask));
        });
      },
      TIMEOUT_MS,
    );
  });
});

async function post(session: ClientHttp2Session, body: Buffer): Promise<{ status: number; body: string }> {
  const timeout = { "connect-timeout-ms": String(DEADLINE_MS), "user-agent": "terrace-tests/1" };
  const call = postOver(session, FILTER_PATH, body, timeout);
  const [head] = await once(call, "response");
  return { status: Number(head[":status"]), body: await textOf(call) };
}
