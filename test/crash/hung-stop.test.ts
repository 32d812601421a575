import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { mkdir, open, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { manifestText } from "../../src/snapshot/manifest/manifest.ts";
import { copiedCountry, copyCountry } from "../support/country/copy-country.ts";
import { callJson } from "../support/country/serve-country.ts";
import { smallManifest } from "../support/country/small-snapshot.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import {
  MAIN,
  MAX_STOP_MS,
  oneInOrder,
  PATIENCE,
  startServer,
  startTerrace,
  stopProcess,
} from "../support/run/run-terrace.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import { listening } from "../support/wire/file-server.ts";
import { freePort } from "../support/wire/free-port.ts";
import { connectThreads, jsonCall } from "../support/wire/thread-connections.ts";

const METHOD = "shorts.v1alpha1.HousingService/GetSuburbIndex";
const SHUTDOWN_MS = 1500;
const FLAGS = ["--shutdown-timeout-ms", String(SHUTDOWN_MS)];

/** The write end of a full pipe that nobody reads. */
async function fullPipe(): Promise<number> {
  const path = join(await temporaryDirectory(), "log");
  execFileSync("mkfifo", [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(pipe));
  for (const size of [65_536, 1]) {
    try {
      for (;;) writeSync(pipe, "x".repeat(size));
    } catch (error) {
      expect(error).toMatchObject({ code: "EAGAIN" });
    }
  }
  return pipe;
}

/** An origin that fails until it is switched to publish a snapshot, of which only the manifest exists. */
async function startOrigin() {
  const published = smallManifest(9);
  const { snapshotId } = published;
  const texts = new Map([
    ["/CURRENT", `${snapshotId}\n`],
    [`/snapshots/${snapshotId}/manifest.json`, manifestText(published)],
  ]);
  let isUp = false;
  const server = createServer((request, response) => {
    const text = isUp ? texts.get(request.url ?? "") : undefined;
    response.writeHead(text === undefined ? 500 : 200).end(text);
  });
  const publish = () => {
    isUp = true;
  };
  return listening(server, { publish });
}

/** A named pipe whose readers block until the test ends, as on a hung disk. */
function hangingFile(path: string): { readonly isRead: Promise<unknown> } {
  execFileSync("mkfifo", [path]);
  // Opening blocks until there is a reader, which then waits while this end is open.
  const writing = open(path, "w");
  onTestFinished(async () => {
    // Unblocks a writer that never got a reader.
    const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    await (await writing).close();
    await reader.close();
  });
  return { isRead: writing };
}

describe("terrace serve that cannot end what it has begun", () => {
  it("stops in time while nobody reads its log", async () => {
    const port = await freePort();
    const args = ["serve", "--data-dir", inject("country").dataDir, "--port", String(port), ...FLAGS];
    const child = spawn(process.execPath, [MAIN, ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TERRACE_LIMITS: "off", ...PATIENCE },
      stdio: ["ignore", await fullPipe(), "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () =>
      expect((await callJson(url, METHOD, { stateCode: "ACT" })).status).toBe(200),
    );
    // Many more lines than fit into a pipe and the buffers before it.
    for (let i = 0; i < 500; i++) await callJson(url, METHOD, { stateCode: "ACT" });
    const { tookMs } = await stopProcess(child);
    expect(tookMs).toBeLessThan(MAX_STOP_MS);
    console.log(`log unread: gone after ${tookMs} ms of ${SHUTDOWN_MS}`);
  });

  it.runIf(isDeepRun)("stops in time while a fetched snapshot waits for the disk, and says so", async () => {
    await oneInOrder(async () => {
      const origin = await startOrigin();
      const dataDir = await copiedCountry();
      const args = ["--from", origin.url, "--from-every-ms", "100", "--data-dir", dataDir];
      const running = await startServer([...args, ...FLAGS]);
      const { snapshotId } = smallManifest(8);
      await mkdir(join(dataDir, "snapshots", snapshotId));
      const hanging = hangingFile(join(dataDir, "snapshots", snapshotId, "manifest.json"));
      origin.publish();
      await hanging.isRead;
      const { tookMs } = await stopProcess(running.child);
      expect(tookMs).toBeLessThan(MAX_STOP_MS);
      console.log(`fetch hung: gone after ${tookMs} ms of ${SHUTDOWN_MS}`);
      const { stdout } = await running.finished;
      return (
        stdout.includes("the fetch of a snapshot did not stop in time") && stdout.includes('"isClean":false')
      );
    });
  });

  it("stops in time while its start waits for the disk", async () => {
    const origin = await startOrigin();
    origin.publish();
    const dataDir = await temporaryDirectory();
    const { snapshotId } = smallManifest(8);
    await mkdir(join(dataDir, "snapshots", snapshotId), { recursive: true });
    const hanging = hangingFile(join(dataDir, "snapshots", snapshotId, "manifest.json"));
    const args = ["serve", "--from", origin.url, "--data-dir", dataDir, "--port", "0"];
    const { child } = startTerrace([...args, ...FLAGS]);
    onTestFinished(() => void child.kill("SIGKILL"));
    await hanging.isRead;
    // SIGHUP asks for a reload and must not end the process.
    child.kill("SIGHUP");
    const { tookMs, signal } = await stopProcess(child);
    expect(signal).not.toBe("SIGHUP");
    expect(tookMs).toBeLessThan(MAX_STOP_MS);
    console.log(`start hung: gone after ${tookMs} ms of ${SHUTDOWN_MS}`);
  });

  it.skipIf(!isDeepRun || process.platform !== "linux")(
    "stops in time while one of its threads waits for the disk",
    async () => {
      await oneInOrder(async () => {
        const root = await temporaryDirectory();
        const dataDir = join(root, "data");
        await copyCountry(dataDir);
        const hung = join(root, "hung");
        const args = ["--data-dir", dataDir, "--threads", "2", ...FLAGS];
        const script = join(root, "hang.cjs");
        await writeFile(script, waitsInThreads(hung));
        const running = await startServer(args, { NODE_OPTIONS: `--require ${script}` });
        const { child, url } = running;
        const connections = await connectThreads(url, 2);
        onTestFinished(() => {
          for (const { close } of connections) close();
        });
        const hanging = hangingFile(hung);
        for (const { ask } of connections) {
          ask("/shorts.v1alpha1.HousingService/GetSuburbProfile", jsonCall({ salCode: "10001" })).catch(
            () => {},
          );
        }
        await hanging.isRead;
        const { tookMs } = await stopProcess(child);
        expect(tookMs).toBeLessThan(MAX_STOP_MS);
        console.log(`thread hung: gone after ${tookMs} ms of ${SHUTDOWN_MS}`);
        return (await running.finished).stdout.includes('"unreleased":["calls in progress"');
      });
    },
  );
});

/** Makes threads other than the first block on a file when they read the switches, once it exists. */
function waitsInThreads(file: string): string {
  return `
    const fs = require("node:fs");
    const { statSync, existsSync, readFileSync } = fs;
    if (!require("node:worker_threads").isMainThread) {
      fs.statSync = (path, ...options) => {
        const isHung = String(path).endsWith("switches.json") && existsSync(${JSON.stringify(file)});
        if (isHung) readFileSync(${JSON.stringify(file)});
        return statSync(path, ...options);
      };
      require("node:module").syncBuiltinESMExports();
    }
  `;
}
