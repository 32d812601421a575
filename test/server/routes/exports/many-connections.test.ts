import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, inject, it } from "vitest";
import type { Config } from "../../../../src/config/config.ts";
import { AGENT } from "../../../support/country/ask-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { watchPeak } from "../../../support/run/resident-memory.ts";
import { lazyReaders, textOf } from "../../../support/wire/lazy-readers.ts";

const LARGE = "/v1/suburbs/AU.ndjson";
const SMALLER = "/v1/suburbs/VIC.ndjson";
const CONNECTIONS = 200;

const serve = (config: Partial<Config>) => serveForTest(inject("country").dataDir, { config });

async function asked(url: string): Promise<IncomingMessage> {
  const call = request(url, { agent: false, headers: AGENT }).end();
  const [answer] = await once(call, "response");
  return answer as IncomingMessage;
}

async function taken(answer: IncomingMessage) {
  const hash = createHash("sha256");
  for await (const piece of answer) hash.update(piece as Buffer);
  return hash.digest("hex");
}

describe(`${CONNECTIONS} connections that each ask for a file over HTTP/1.1`, () => {
  it("are told when to come again while one caller's places are taken, and small questions are answered", async () => {
    const { url, engine } = await serve({ exportsAtOnce: 8 });
    const truth = await taken(await asked(`${url}${LARGE}`));
    const holding = await lazyReaders(url, LARGE, 4);
    expect(holding.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const peak = watchPeak(process.pid);
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => asked(`${url}${LARGE}`)));
    for (const answer of answers) {
      expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "1"]);
      await taken(answer);
    }
    const small = await asked(`${url}/v1/latest`);
    expect(small.statusCode).toBe(200);
    await taken(small);
    expect(engine.callsInFlight).toBe(4);
    expect(peak()).toBeLessThan(128);
    for (const { call } of holding) {
      const text = await textOf(call);
      expect(createHash("sha256").update(text).digest("hex")).toBe(truth);
    }
    await eventually(() => expect(engine.callsInFlight).toBe(0));
  });

  it("get whole files or a refusal, a few at a time, in bounded memory", async () => {
    const { url, engine } = await serve({ exportsAtOnce: 8 });
    const truth = await taken(await asked(`${url}${SMALLER}`));
    const peak = watchPeak(process.pid);
    let mostAtOnce = 0;
    const statuses = new Map<number, number>();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const answer = await asked(`${url}${SMALLER}`);
        const status = answer.statusCode!;
        mostAtOnce = Math.max(mostAtOnce, engine.callsInFlight);
        const digest = await taken(answer);
        if (status === 200) expect(digest).toBe(truth);
        else expect([status, answer.headers["retry-after"]]).toEqual([503, "1"]);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
    expect(statuses.get(200)).toBeGreaterThan(0);
    expect(mostAtOnce).toBeGreaterThan(0);
    expect(mostAtOnce).toBeLessThanOrEqual(4);
    expect(peak()).toBeLessThan(256);
    await eventually(() => expect(engine.callsInFlight).toBe(0));
    expect(await taken(await asked(`${url}${SMALLER}`))).toBe(truth);
  });
});

describe("200 calls of one connection that each ask for a file over HTTP/2", () => {
  it("are shed but for those with a place, which wait for their readers; the others hear a reason, memory stays", async () => {
    const { url, engine } = await serve({ exportsAtOnce: 8 });
    const truth = await taken(await asked(`${url}${LARGE}`));
    const peak = watchPeak(process.pid);
    const readers = await lazyReaders(url, LARGE, 200);
    const served = readers.filter(({ status }) => status === 200);
    const shed = readers.filter(({ status }) => status === 503);
    expect([served.length, shed.length]).toEqual([4, 196]);
    expect(new Set(shed.map(({ refusal }) => (JSON.parse(refusal!) as { message: string }).message))).toEqual(
      new Set(["4 of your files are still being sent; take one after the other"]),
    );
    expect(engine.callsInFlight).toBe(4);
    for (const { call } of served) {
      expect(
        createHash("sha256")
          .update(await textOf(call))
          .digest("hex"),
      ).toBe(truth);
    }
    expect(peak()).toBeLessThan(256);
    await eventually(() => expect(engine.callsInFlight).toBe(0));
  });
});

describe("files of one caller over connections that several threads answer", () => {
  it("are half of all that are sent at once, however many threads it meets", async () => {
    const { url } = await serve({ exportsAtOnce: 8, threads: 2 });
    const statuses: number[] = [];
    const refusals = new Set<string>();
    for (let i = 0; i < 12; i++) {
      const [{ status, refusal }] = await lazyReaders(url, LARGE, 1);
      statuses.push(status);
      if (status !== 200) refusals.add(refusal);
    }
    expect(statuses).toEqual([...Array(4).fill(200), ...Array(8).fill(503)]);
    expect([...refusals].map((text) => JSON.parse(text))).toMatchObject([
      { error: "4 of your files are still being sent; take one after the other" },
    ]);
  });
});
