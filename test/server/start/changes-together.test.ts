import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { beforeAll, describe, expect, it } from "vitest";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { setCurrent, twoCountries } from "../../support/country/copy-country.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { CALL_PAUSE_MS, learnTruth, startCallers, type Truth } from "../../support/country/steady-callers.ts";
import { eventually, sharedDirectory, temporaryDirectory } from "../../support/run/fixtures.ts";
import { makeCertificate } from "../../support/run/make-certificate.ts";
import { inForm, isDeepRun } from "../../support/run/test-form.ts";
import { jsonCall, threadsForTest } from "../../support/wire/thread-connections.ts";

const THREADS = 3;
const SWAPS = inForm({ short: 1, deep: 4, long: 60 });
const CONFIG = { threads: THREADS };
const INDEX = "/shorts.v1alpha1.HousingService/GetSuburbIndex";
const DROPS = "/shorts.v1alpha1.HousingService/ListSuburbPriceDrops";

const root = sharedDirectory("threads");
let dataDir: string;
let ids: [string, string];

beforeAll(async () => {
  const two = await twoCountries(root);
  dataDir = two.dataDir;
  await publishSnapshot(two.other.directory, dataDir);
  ids = [two.oldId, two.other.snapshotId];
  await setCurrent(dataDir, ids[0]);
});

describe("what changes for several wire threads at once", () => {
  it("is the snapshot: no call fails, mixes two, or meets the old one after somebody had the new one", async () => {
    const serving = await serveForTest(dataDir, { config: CONFIG });
    const truth: Truth = new Map();
    await learnTruth(serving.url, truth);
    await publishSnapshot(join(dataDir, "snapshots", ids[1]), dataDir);
    await serving.check();
    await learnTruth(serving.url, truth);
    const callers = startCallers(serving.url, truth, 4);
    const threads = await threadsForTest(serving.url, THREADS);
    // Calls in a loop: a call that begins after a response from the new snapshot must get the new one too.
    let newest = 1;
    let isOver = false;
    let asked = 0;
    const watchers = Promise.all(
      threads.map(async ({ ask }) => {
        while (!isOver) {
          const before = newest;
          const { status, headers } = await ask(INDEX, jsonCall({ stateCode: "VIC" }));
          expect(status).toBe(200);
          const id = headers["x-terrace-snapshot"];
          // Swaps alternate, each over before the next: a response is from the swap seen before or a later
          // one.
          const seen = ids[before % 2] === id ? before : before + 1;
          expect(id).toBe(ids[seen % 2]);
          expect(seen).toBeLessThanOrEqual(begun);
          newest = Math.max(newest, seen);
          asked++;
          await setTimeout(CALL_PAUSE_MS);
        }
      }),
    );
    watchers.catch(() => {});
    let begun = 1;
    for (let swap = 2; swap < 2 + SWAPS; swap++) {
      begun = swap;
      await publishSnapshot(join(dataDir, "snapshots", ids[swap % 2]), dataDir);
      await serving.check();
      const count = asked;
      await eventually(() => {
        expect(newest).toBe(swap);
        expect(asked).toBeGreaterThan(count + THREADS);
      });
    }
    isOver = true;
    await watchers;
    await callers.stop();
    await eventually(() => expect(serving.engine.openSnapshots).toBe(1));
    console.log(`${SWAPS} swaps beneath ${asked} calls of ${THREADS} threads: none went back`);
  });

  it.runIf(isDeepRun)("are the switches, from their file", async () => {
    const serving = await serveForTest(dataDir, { config: CONFIG });
    const threads = await threadsForTest(serving.url, THREADS);
    const drops = async (index: number) => {
      const { text } = await threads[index].ask(DROPS, jsonCall({ stateCode: "VIC" }));
      return ((JSON.parse(text) as { suburbs?: unknown[] }).suburbs ?? []).length;
    };
    for (let i = 0; i < THREADS; i++) expect(await drops(i)).toBeGreaterThan(0);
    await writeFile(join(dataDir, "switches.json"), '{"dropListings": false}');
    for (let i = 0; i < THREADS; i++) await eventually(async () => expect(await drops(i)).toBe(0));
    await rm(join(dataDir, "switches.json"));
    for (let i = 0; i < THREADS; i++) await eventually(async () => expect(await drops(i)).toBeGreaterThan(0));
  });

  it.runIf(isDeepRun)("is what health says of a snapshot that cannot be served", async () => {
    const serving = await serveForTest(dataDir, { config: CONFIG });
    const threads = await threadsForTest(serving.url, THREADS);
    const status = async (index: number) => JSON.parse((await threads[index].ask("/api/health")).text).status;
    const served = serving.engine.manifest.snapshotId;
    await setCurrent(dataDir, "2026-11-13-0123456789ab");
    await serving.check();
    for (let i = 0; i < THREADS; i++) await eventually(async () => expect(await status(i)).toBe("degraded"));
    await setCurrent(dataDir, served);
    await serving.check();
    for (let i = 0; i < THREADS; i++) await eventually(async () => expect(await status(i)).toBe("healthy"));
  });

  it("is the certificate: every thread shows the renewed one", async () => {
    const folder = await temporaryDirectory();
    const [tlsKeyFile, tlsCertFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const write = async (days: number) => {
      const { key, cert } = makeCertificate(
        new Date(Date.now() - 1000),
        new Date(Date.now() + days * 86_400_000),
      );
      await writeFile(tlsKeyFile, key);
      await writeFile(tlsCertFile, cert);
    };
    await write(100);
    const serving = await serveForTest(dataDir, {
      config: { ...CONFIG, tlsKeyFile, tlsCertFile },
      now: () => new Date(),
    });
    const threads = await threadsForTest(serving.url, THREADS);
    for (const { ask } of threads) {
      expect((await ask(INDEX, jsonCall({ stateCode: "ACT" }))).status).toBe(200);
    }
    for (const { close } of threads) close();
    const port = Number(new URL(serving.url).port);
    const ends = () =>
      new Promise<string>((resolve, reject) => {
        const socket = connectTls({
          port,
          host: "127.0.0.1",
          rejectUnauthorized: false,
          ALPNProtocols: ["h2"],
        });
        socket.once("error", reject).once("secureConnect", () => {
          expect(socket.alpnProtocol).toBe("h2");
          resolve(socket.getPeerCertificate().valid_to);
          socket.destroy();
        });
      });
    const before = await ends();
    await write(200);
    serving.renewCertificate();
    // Connections get random threads: with this many, one would get a thread with the old certificate.
    await eventually(async () => {
      const seen = new Set(await Promise.all(Array.from({ length: 40 }, ends)));
      expect(seen.has(before)).toBe(false);
      expect(seen.size).toBe(1);
    });
  });

  it.runIf(isDeepRun)(
    "is nothing for a port that another server has: it is refused, though threads share theirs",
    async () => {
      const first = await serveForTest(dataDir, { config: { threads: 2 } });
      const port = Number(new URL(first.url).port);
      for (const threads of [1, 2]) {
        const another = serveForTest(dataDir, { config: { threads, port } });
        await expect(another).rejects.toThrow("is already in use");
      }
      expect((await fetch(`${first.url}/health`)).status).toBe(200);
    },
  );
});
