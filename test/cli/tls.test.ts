import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { readyServer, runHere } from "../support/run/run-terrace.ts";

/** Test key and certificate of localhost and 127.0.0.1, valid until 2126. */
const KEY = join(import.meta.dirname, "../fixtures/tls/localhost-key.pem");
const CERT = join(import.meta.dirname, "../fixtures/tls/localhost-cert.pem");
const ca = readFileSync(CERT);

const serveOver = (keyFile: string, env: Record<string, string> = {}) =>
  [
    `serve --data-dir ${inject("country").dataDir} --port 0 --tls-key-file ${keyFile}`,
    { TERRACE_TLS_CERT_FILE: CERT, ...env },
  ] as const;

describe("terrace serve with TLS", () => {
  let url: string;
  let stop: () => Promise<{ exitCode: number | null }>;
  beforeAll(async () => {
    ({ url, stop } = await readyServer(...serveOver(KEY, { TERRACE_AGENT_POLICY: "off" })));
    expect(url).toMatch(/^https:/);
  });
  afterAll(async () => expect((await stop()).exitCode).toBe(0));

  it("tells browsers to stay with TLS", async () => {
    const session = connectHttp2(url, { ca });
    const stream = session.request({ ":path": "/health" });
    const [headers] = await once(stream, "response");
    expect(headers[":status"]).toBe(200);
    expect(headers["strict-transport-security"]).toMatch(/max-age=\d+/);
    session.destroy();
  });
});

describe("terrace serve with TLS files that cannot serve", () => {
  it("ends with a line that names the file", async () => {
    const key = join(await temporaryDirectory(), "no-such-key.pem");
    const { exitCode, stderr } = await runHere(...serveOver(key));
    expect(stderr).toBe(`terrace: TERRACE_TLS_KEY_FILE: ${key} does not exist\n`);
    expect(exitCode).not.toBe(0);
  });
});
