import { once } from "node:events";
import { type ClientHttp2Session, constants } from "node:http2";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import type { Config } from "../../../../src/config/config.ts";
import type { ServingDatabase } from "../../../../src/engine/sql/database.ts";
import { asking } from "../../../support/country/ask-country.ts";
import { TOKEN_SECRET } from "../../../support/country/serve-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { openSession } from "../../../support/wire/open-stream.ts";
import { socketForTest } from "../../../support/wire/sockets.ts";

const CANCELED = 499;

/** A server with one file at a time per caller; records the status of each request, also unanswered ones. */
async function serve(config: Partial<Config> = {}) {
  const statuses: number[] = [];
  const serving = await serveForTest(inject("country").dataDir, {
    // Only the departure itself may end the work.
    config: { tokenSecret: TOKEN_SECRET, exportsAtOnce: 2, answerTimeoutMs: 3_600_000, ...config },
    logTo: (line) => statuses.push((JSON.parse(line) as { status: number }).status),
  });
  const session = openSession(serving.url);
  await once(session, "connect");
  return { ...serving, session, departed: () => statuses.filter((one) => one === CANCELED).length };
}

function get(session: ClientHttp2Session, path: string, headers: Record<string, string> = {}) {
  const call = session.request({ ":path": path, "user-agent": "terrace-tests/1", ...headers });
  call.on("error", () => {});
  return call;
}

let tokens = 0;

/** A new token with a wrong signature: verifying it takes a moment. */
function inventedToken(): string {
  const text = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signature = Buffer.alloc(32, `${++tokens}`).toString("base64url");
  return `${text({ alg: "HS256", typ: "JWT" })}.${text({ sub: `user-${tokens}`, exp: 4_000_000_000 })}.${signature}`;
}

/** Every kind of response that holds a snapshot while it is sent. */
const PATHS = [
  "/v1/suburbs/ACT.csv",
  "/v1/drops/suburbs/AU.json",
  "/v1/shorts/latest.parquet",
  "/v1/panel?from=2026-11-02&to=2026-11-06",
  "/v1/outlines/ACT.geojson",
];

describe("a caller over HTTP/2 who cancels", () => {
  it("with its request leaves its place to others, and the snapshot unpinned", async () => {
    const { url, session, engine, departed } = await serve();
    for (const path of PATHS) {
      for (let calls = 0; calls < 3; calls++) {
        const before = departed();
        const call = get(session, path, { authorization: `Bearer ${inventedToken()}` });
        call.close(constants.NGHTTP2_CANCEL);
        await eventually(() => expect(departed()).toBe(before + 1));
      }
      await eventually(async () => {
        await asking({ url }).text(path);
      });
      await eventually(() => expect([path, engine.callsInFlight]).toEqual([path, 0]));
    }
  });

  it("while its first rows are read ends the query, gives its place back and unpins the snapshot", async () => {
    const { url, session, engine, departed } = await serve();
    const path = "/v1/drops/suburbs/AU.json";
    const { view, release } = engine.pin();
    onTestFinished(release);
    const pages = holdPages(view.database);
    const call = get(session, path);
    const page = await pages.asked;
    call.close(constants.NGHTTP2_CANCEL);
    await eventually(() => expect(departed()).toBe(1));
    expect(page.signal?.aborted).toBe(true);
    pages.goOn();
    // 1 is the pin of this test itself.
    await eventually(() => expect(engine.callsInFlight).toBe(1));
    expect(await asking({ url }).json(path)).toEqual(expect.anything());
  });
});

describe("a caller over HTTP/1.1 who goes away", () => {
  it("gives back the places of all that it asked for at once, and nobody takes their listeners for a leak", async () => {
    const { url, engine } = await serve({ exportsAtOnce: 64 });
    const warnings: string[] = [];
    const warn = ({ message }: Error) => warnings.push(message);
    process.on("warning", warn);
    onTestFinished(() => void process.off("warning", warn));
    const socket = socketForTest(Number(new URL(url).port)).pause();
    socket.write("GET /v1/suburbs/AU.ndjson HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20));
    // The system's buffers hold some of them completely.
    await eventually(() => expect(engine.callsInFlight).toBeGreaterThan(8));
    socket.destroy();
    await eventually(() => expect(engine.callsInFlight).toBe(0));
    expect(warnings).toEqual([]);
  });
});

/** Blocks the first query for a page of rows until `goOn`. */
function holdPages(database: ServingDatabase) {
  const { promise: asked, resolve: tell } = Promise.withResolvers<{ signal: AbortSignal | undefined }>();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const query = database.query.bind(database);
  database.query = async (question, parameters, signal) => {
    if (question.name.endsWith(" page")) {
      tell({ signal });
      await held;
    }
    return query(question, parameters, signal);
  };
  return { asked, goOn };
}
