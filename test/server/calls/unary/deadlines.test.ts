import { once } from "node:events";
import { text } from "node:stream/consumers";
import { create } from "@bufbuild/protobuf";
import { Code, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import type { onRequestHookHandler } from "fastify";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { suburbColumnsMethods } from "../../../../src/domains/suburbs/column-service.ts";
import { METRICS } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { suburbMethods } from "../../../../src/domains/suburbs/service.ts";
import { followCurrent } from "../../../../src/engine/follow-current.ts";
import { statement } from "../../../../src/engine/sql/statement.ts";
import {
  GetPriceDropsOverviewResponseSchema,
  HousingService,
} from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { Health } from "../../../../src/rpc/health/health.ts";
import { pinnedMethod } from "../../../../src/rpc/pinned-method.ts";
import { createServer } from "../../../../src/server/start/create-server.ts";
import { type Listening, listen } from "../../../../src/server/wire/port/listen.ts";
import { allSwitches } from "../../../support/country/serve-country.ts";
import { eventually, opened } from "../../../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../../../support/run/seeded-random.ts";
import { inForm } from "../../../support/run/test-form.ts";
import { exchange, requestBytes } from "../../../support/wire/raw-http.ts";
import { socketForTest } from "../../../support/wire/sockets.ts";
import { FILTER_PATH, serveWire, waitingSignals } from "../../../support/wire/wire-server.ts";

/** 10^12 rows: hours of work, unless it is interrupted. */
const SLOW = statement<{ n: number }>(
  "slow",
  {},
  "SELECT count(*) AS n FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3",
);
const SLOW_PATH = `/${HousingService.typeName}/GetPriceDropsOverview`;
const OVERVIEW_PATH = `/${HousingService.typeName}/GetHousingOverview`;
const JSON_TYPE = { "Content-Type": "application/json" };
const FILTER_BODY = '{"stateCode":"NSW","predicates":[{"metricKey":"population","min":100}]}';
const CONNECTIONS = 2;
/** The server's own route for unary calls; in the deep form Connect's routes too. */
const ROUTES = inForm({ short: [true], deep: [true, false], long: [true, false] });
const CALLS = inForm({ short: 40, deep: 150, long: 1000 });
const CALLERS = 6;
const WARM_UP_CALLS = 60;
/** Proves that a call did not wait for its statement; the lateness itself is printed. */
const FAR_SHORTER_THAN_THE_WORK_MS = 60_000;
/** A default deadline within which every call on a busy machine reaches its method. */
const DEFAULT_DEADLINE_MS = 2000;

describe.each(ROUTES)("createServer with ownUnaryRoute %s and a default deadline", (ownUnaryRoute) => {
  it("gives a call that brings no deadline the default one, over Connect and gRPC", async () => {
    waitingSignals.length = 0;
    const server = await serveWire({ ownUnaryRoute, requestTimeoutMs: DEFAULT_DEADLINE_MS });
    const options = { baseUrl: server.url, httpVersion: "2" } as const;
    const calls = [createConnectTransport(options), createGrpcTransport(options)].flatMap((transport) => {
      const client = createClient(HousingService, transport);
      return ["wait", "deaf"].map((stateCode) =>
        expect(client.filterSuburbs({ stateCode })).rejects.toMatchObject({ code: Code.DeadlineExceeded }),
      );
    });
    await Promise.all(calls);
    expect(waitingSignals).toHaveLength(2);
    for (const signal of waitingSignals) expect(signal.reason).toMatchObject({ code: "deadline_exceeded" });
  });

  it("calls it late, not unavailable, when the time is over before anybody could look at a clock", async () => {
    const server = await serveWire({ ownUnaryRoute, requestTimeoutMs: DEFAULT_DEADLINE_MS });
    const options = { baseUrl: server.url, httpVersion: "2" } as const;
    for (const transport of [createConnectTransport(options), createGrpcTransport(options)]) {
      const client = createClient(HousingService, transport);
      // Read from the wire: a client in this process would only notice its own timer.
      await expect(client.filterSuburbs({ stateCode: "late" })).rejects.toMatchObject({
        code: Code.DeadlineExceeded,
        rawMessage: "the operation timed out",
      });
    }
    const late = await exchange(
      server.port,
      requestBytes({
        path: FILTER_PATH,
        headers: { ...JSON_TYPE, "Connect-Timeout-Ms": "20" },
        body: '{"stateCode":"late"}',
      }),
    );
    expect([late.status, late.body.toString()]).toEqual([504, expect.stringContaining("deadline_exceeded")]);
    const soon = await exchange(
      server.port,
      requestBytes({ path: FILTER_PATH, headers: JSON_TYPE, body: '{"stateCode":"unavailable"}' }),
    );
    expect(soon.status).toBe(503);
  });

  it("ends no call at once when the default is longer than any timer", async () => {
    waitingSignals.length = 0;
    const server = await serveWire({ ownUnaryRoute, requestTimeoutMs: Number.POSITIVE_INFINITY });
    const call = { path: FILTER_PATH, body: '{"stateCode":"wait"}' };
    const socket = socketForTest(server.port);
    socket.write(requestBytes({ ...call, headers: JSON_TYPE }));
    const patient = await eventually(() => waitingSignals[0] ?? expect.fail("no call has come"));
    const headers = { ...JSON_TYPE, "Connect-Timeout-Ms": "20" };
    expect((await exchange(server.port, requestBytes({ ...call, headers }))).status).toBe(504);
    expect(patient.aborted).toBe(false);
    socket.destroy();
    if (!patient.aborted) await once(patient, "abort");
  });

  it("leaves a call that brings a longer deadline its own", async () => {
    waitingSignals.length = 0;
    const server = await serveWire({ ownUnaryRoute, requestTimeoutMs: 25 });
    const socket = socketForTest(server.port);
    const headers = { ...JSON_TYPE, "Connect-Timeout-Ms": "3600000" };
    socket.write(requestBytes({ path: FILTER_PATH, headers, body: '{"stateCode":"wait"}' }));
    const patient = await eventually(() => waitingSignals[0] ?? expect.fail("no call has come"));
    const short = await exchange(
      server.port,
      requestBytes({ path: FILTER_PATH, headers: JSON_TYPE, body: '{"stateCode":"wait"}' }),
    );
    expect(short.status).toBe(504);
    expect(patient.aborted).toBe(false);
    socket.destroy();
    if (!patient.aborted) await once(patient, "abort");
  });
});

/** Far more timers than anything else sets or clears meanwhile. */
const LEAVERS = 100;
const MAX_TIMER_MS = 2 ** 31 - 1;

describe("a caller's deadline while its body has not come", () => {
  it("keeps no timer, and so no process, when the caller leaves", async () => {
    let came = 0;
    const count: onRequestHookHandler = (_request, _reply, done) => {
      came++;
      done();
    };
    const server = await serveWire({ firstHooks: [count] });
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    const headers = {
      ...JSON_TYPE,
      "Connect-Timeout-Ms": String(MAX_TIMER_MS),
      "Content-Length": "10",
    };
    const sockets = Array.from({ length: LEAVERS }, () => {
      const socket = socketForTest(server.port);
      socket.write(requestBytes({ path: FILTER_PATH, headers }));
      return socket;
    });
    await eventually(() => expect(came).toBe(LEAVERS));
    for (const socket of sockets) socket.destroy();
    await eventually(() => expect(timers()).toBeLessThan(before + LEAVERS / 2));
  });

  it("has passed when the body comes after it", async () => {
    const { promise: came, resolve: tell } = Promise.withResolvers<number>();
    const note: onRequestHookHandler = (_request, _reply, done) => {
      done();
      tell(performance.now());
    };
    const server = await serveWire({ firstHooks: [note] });
    const body = '{"stateCode":"empty"}';
    const headers = { ...JSON_TYPE, "Connect-Timeout-Ms": "1", "Content-Length": String(body.length) };
    const socket = socketForTest(server.port);
    socket.write(requestBytes({ path: FILTER_PATH, headers }));
    const cameMs = await came;
    await eventually(() => expect(performance.now()).toBeGreaterThan(cameMs + 1));
    socket.write(body);
    expect(await text(socket)).toContain('"code":"deadline_exceeded"');
  });
});

describe.each(ROUTES)("deadlines with ownUnaryRoute %s", (ownUnaryRoute) => {
  const follower = opened(() =>
    followCurrent({
      metrics: METRICS,
      dataDir: inject("country").dataDir,
      sqlConnections: CONNECTIONS,
      sqlWaiting: 256,
      filterThreads: 1,
    }),
  );
  let port: Listening;

  beforeAll(async () => {
    const { engine } = follower;
    const slow = pinnedMethod(engine, HousingService.method.getPriceDropsOverview, async (view, _, call) => {
      await view.database.query(SLOW, {}, call.signal);
      return create(GetPriceDropsOverviewResponseSchema);
    });
    const switches = () => allSwitches(true);
    const server = createServer({
      methods: [
        slow,
        ...suburbColumnsMethods(engine),
        ...suburbMethods(engine, { now: () => new Date(0), switches }),
      ],
      health: new Health([HousingService.typeName]),
      ownUnaryRoute,
    });
    port = await listen(server, { host: "127.0.0.1", port: 0 });
  });
  afterAll(async () => {
    await port.close(1000);
  });

  it(`answers ${CALLS} calls by their deadline or ends with their caller, and keeps every connection`, async () => {
    const random = seededRandom(runSeed("deadlines"));
    const counts = { answered: 0, late: 0, hungUp: 0 };
    const lateness: number[] = [];
    let left = CALLS;

    const timed = async (path: string, body: string) => {
      const deadlineMs = 1 + Math.floor(random() * 50);
      const headers = { ...JSON_TYPE, "Connect-Timeout-Ms": String(deadlineMs) };
      const started = performance.now();
      const reply = await exchange(port.port, requestBytes({ path, headers, body }));
      lateness.push(performance.now() - started - deadlineMs);
      if (path === SLOW_PATH || reply.status !== 200) {
        expect(JSON.parse(reply.body.toString())).toMatchObject({ code: "deadline_exceeded" });
        counts.late++;
      } else {
        counts.answered++;
      }
    };
    const hangUp = async (path: string, body: string) => {
      const socket = socketForTest(port.port);
      socket.write(requestBytes({ path, headers: JSON_TYPE, body }));
      setTimeout(() => socket.destroy(), random() * 50);
      await once(socket, "close");
      counts.hungUp++;
    };
    const caller = async () => {
      while (left-- > 0) {
        const [path, body] = random() < 0.5 ? [SLOW_PATH, "{}"] : [FILTER_PATH, FILTER_BODY];
        await (random() < 0.3 ? hangUp(path, body) : timed(path, body));
      }
    };
    // The first calls wait for compilation: their lateness does not count.
    for (let i = 0; i < WARM_UP_CALLS; i++) await timed(i % 2 === 0 ? SLOW_PATH : FILTER_PATH, FILTER_BODY);
    Object.assign(counts, { answered: 0, late: 0, hungUp: 0 });
    lateness.length = 0;
    await Promise.all(Array.from({ length: CALLERS }, caller));

    const latestMs = Math.max(...lateness);
    const over = lateness.filter((ms) => ms > 50).length;
    console.log(
      `deadlines: ${JSON.stringify(counts)}; ${over} of ${lateness.length} heard more than 50 ms after their deadline, ` +
        `the latest ${latestMs.toFixed(1)} ms`,
    );
    expect(counts.answered + counts.late + counts.hungUp).toBe(CALLS);
    expect(latestMs).toBeLessThan(FAR_SHORTER_THAN_THE_WORK_MS);
    const { engine } = follower;
    await eventually(() => expect(engine.callsInFlight).toBe(0));
    const load = () => engine.use(({ database }) => database.load());
    await eventually(async () => expect((await load()).running).toBe(0));
    expect((await load()).waiting).toBe(0);
    const replies = await Promise.all(
      Array.from({ length: CONNECTIONS * 2 }, () =>
        exchange(port.port, requestBytes({ path: OVERVIEW_PATH, headers: JSON_TYPE, body: "{}" })),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
  });
});
