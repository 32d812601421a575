import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect as connectHttp2 } from "node:http2";
import { join } from "node:path";
import { connect } from "node:tls";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { followCertificate } from "../../../../src/server/wire/port/follow-certificate.ts";
import { readTls } from "../../../../src/server/wire/port/tls.ts";
import { temporaryDirectory } from "../../../support/run/fixtures.ts";
import { type LogLine, logInto } from "../../../support/run/log-lines.ts";
import { makeCertificate } from "../../../support/run/make-certificate.ts";
import { startTerrace } from "../../../support/run/run-terrace.ts";
import { serveWire } from "../../../support/wire/wire-server.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-15T03:00:00Z");

async function pairFiles(days: number, nowMs = NOW) {
  const directory = await temporaryDirectory();
  const files = { keyFile: join(directory, "key.pem"), certFile: join(directory, "cert.pem") };
  const write = async (validDays: number) => {
    const { key, cert } = makeCertificate(new Date(nowMs - DAY_MS), new Date(nowMs + validDays * DAY_MS));
    await writeFile(files.keyFile, key);
    await writeFile(files.certFile, cert);
  };
  await write(days);
  return { ...files, write };
}

/** The certificate's fingerprint and the ALPN protocol of a new connection. */
async function shown(port: number, ALPNProtocols: string[]): Promise<[string, string | false | null]> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ALPNProtocols });
  await once(socket, "secureConnect");
  const facts = [socket.getPeerCertificate().fingerprint256, socket.alpnProtocol] as const;
  socket.destroy();
  return [...facts];
}

describe("followCertificate", () => {
  it.each([
    [400, []],
    [31, []],
    [12, ["the certificate expires in 12 days; renew it and send SIGHUP"]],
    [-1, ["the certificate has expired: callers refuse this server"]],
  ])("says of a certificate that ends in %i days: %j", async (days, said) => {
    const { keyFile, certFile } = await pairFiles(days, NOW);
    const log: LogLine[] = [];
    const first = readTls(keyFile, certFile)!;
    const files = { keyFile, certFile, first, now: () => NOW, log: logInto(log), apply: () => {} };
    const follower = followCertificate(files);
    onTestFinished(() => follower.close());
    expect(log.map(({ msg }) => msg)).toEqual(said);
    expect(follower.expiresAtMs()).toBe(NOW + days * DAY_MS);
  });

  it("shows new connections the new certificate, keeps the old ones open, and refuses a broken pair", async () => {
    const { keyFile, certFile, write } = await pairFiles(5);
    const first = readTls(keyFile, certFile)!;
    const server = await serveWire({ tls: first });
    const log: LogLine[] = [];
    const files = { keyFile, certFile, first, now: () => NOW, log: logInto(log), apply: server.renewTls };
    const follower = followCertificate(files);
    onTestFinished(() => follower.close());
    const session = connectHttp2(server.url, { rejectUnauthorized: false });
    onTestFinished(() => session.destroy());
    await once(session, "connect");
    const [before] = await shown(server.port, ["h2"]);
    await write(100);
    follower.renew();
    const [after, protocol] = await shown(server.port, ["h2"]);
    expect(after).not.toBe(before);
    expect(protocol).toBe("h2");
    expect(await shown(server.port, ["http/1.1"])).toEqual([after, "http/1.1"]);
    const stream = session.request({ ":path": "/health" });
    const [headers] = await once(stream, "response");
    expect(headers[":status"]).toBe(200);
    await writeFile(certFile, "no certificate\n");
    follower.renew();
    expect((await shown(server.port, ["h2"]))[0]).toBe(after);
    expect(log.map(({ msg }) => msg)).toEqual([
      "the certificate expires in 5 days; renew it and send SIGHUP",
      "read the certificate again",
      "the new certificate cannot serve; the one before stays",
    ]);
  });
});

describe("terrace serve over TLS", () => {
  it("reads its certificate again on SIGHUP", async () => {
    const { keyFile, certFile, write } = await pairFiles(10, Date.now());
    const files = ["--tls-key-file", keyFile, "--tls-cert-file", certFile];
    const running = startTerrace(["serve", "--data-dir", inject("country").dataDir, "--port", "0", ...files]);
    const text = await running.said(/ready at/);
    expect(text).toContain("the certificate expires in 9 days");
    const port = Number(new URL(/"url":"(https:[^"]+)"/.exec(text)![1]).port);
    const [before] = await shown(port, ["h2"]);
    await write(200);
    running.child.kill("SIGHUP");
    await running.said(/read the certificate again/);
    expect((await shown(port, ["h2"]))[0]).not.toBe(before);
    running.child.kill("SIGTERM");
    expect((await running.finished).exitCode).toBe(0);
  });
});
