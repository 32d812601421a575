import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, inject, it } from "vitest";
import { sharedCountry } from "../support/country/shared-country.ts";
import { watchPeak } from "../support/run/resident-memory.ts";
import { startServer } from "../support/run/run-terrace.ts";
import { isDeepRun, isLongRun } from "../support/run/test-form.ts";

/** A gigabyte of the market and of sixteen times the listings, or a few dozen files of the small country. */
const WANTED_BYTES = isLongRun ? 2 ** 30 : 72 * 2 ** 20;

/** Below what is sent even in the short form: a new process grows by some 40 MB in any case. */
const MAX_GROWTH_MB = isLongRun ? 100 : 60;

const READERS = 2;

/** Enough connections to meet each of a few threads almost surely. */
const FIRST_CONNECTIONS = 10;

/** Data directory of the long form: an existing one, or one that is built first. */
async function largeDataDir(): Promise<string> {
  return process.env.TERRACE_LARGE_DATA_DIR ?? (await sharedCountry(1, 16, true)).dataDir;
}

interface Taken {
  readonly bytes: number;
  readonly digest: string;
}

/** Reads a file to its end over a new connection and discards it. */
async function take(url: string): Promise<Taken> {
  const headers = { "user-agent": "terrace-tests/1", "accept-encoding": "identity" };
  const [answer] = (await once(request(url, { agent: false, headers }).end(), "response")) as [
    IncomingMessage,
  ];
  expect(answer.statusCode).toBe(200);
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of answer) {
    bytes += (piece as Buffer).length;
    hash.update(piece as Buffer);
  }
  return { bytes, digest: hash.digest("hex") };
}

describe.runIf(process.platform === "linux" && isDeepRun)("a server that sends large files", () => {
  it.each(isLongRun ? [1, 2] : [2])(
    "with %d threads keeps its memory, however much it sends",
    { timeout: 3_600_000 },
    async (threads) => {
      const dataDir = isLongRun ? await largeDataDir() : inject("country").dataDir;
      // The young generation's size that `terrace` starts with.
      const server = await startServer(["--data-dir", dataDir], {
        TERRACE_AGENT_POLICY: "off",
        TERRACE_THREADS: String(threads),
        NODE_OPTIONS: "--max-semi-space-size=8",
      });
      const { url } = server;
      const state = (await (await fetch(`${url}/v1/latest`)).json()) as Record<string, string>;
      const range = `from=${state.earliest_date}&to=${state.latest_date}`;
      const files = ["csv", "ndjson"].flatMap((format) => [
        `${url}/v1/panel.${format}?${range}&include_zero=true`,
        `${url}/v1/suburbs/AU.${format}`,
      ]);
      // Small files of the same kinds first: they load the code and columns that responses need once.
      const newest = `from=${state.latest_date}&to=${state.latest_date}`;
      for (let i = 0; i < FIRST_CONNECTIONS * threads; i++) {
        const format = i % 2 === 0 ? "csv" : "ndjson";
        await take(`${url}/v1/panel.${format}?${newest}`);
        await take(`${url}/v1/suburbs/ACT.${format}`);
      }
      const first = new Map<string, Taken>();
      const peak = watchPeak(server.child.pid!);
      let sent = 0;
      const read = async (own: readonly string[]) => {
        for (let i = 0; sent < WANTED_BYTES; i++) {
          const file = own[i % own.length];
          const taken = await take(file);
          if (!first.has(file)) first.set(file, taken);
          expect(taken).toEqual(first.get(file));
          sent += taken.bytes;
        }
      };
      // The spreadsheets' format in the long run; every text format in the short one.
      const own = isLongRun ? files.slice(0, 1) : files;
      await Promise.all(Array.from({ length: READERS }, () => read(own)));
      const grownMb = peak();
      if (isLongRun)
        console.info(
          `${threads} threads: ${(sent / 2 ** 20).toFixed(0)} MiB sent, grown by ${grownMb.toFixed(0)} MiB at most`,
        );
      expect(sent).toBeGreaterThanOrEqual(WANTED_BYTES);
      expect(grownMb).toBeLessThan(MAX_GROWTH_MB);
    },
  );
});
