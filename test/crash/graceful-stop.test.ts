import { once } from "node:events";
import { type ClientHttp2Stream, connect as connectHttp2 } from "node:http2";
import { connect, type Socket } from "node:net";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { describe, expect, inject, it } from "vitest";
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from "../../src/gen/grpc/health/v1/health_pb.ts";
import { eventually } from "../support/run/fixtures.ts";
import { startTerrace } from "../support/run/run-terrace.ts";
import { receivedBy } from "../support/wire/sockets.ts";

const METRICS_TOKEN = "graceful-stop-token";
/** Longer than on any busy machine: neither a call nor a stop may end by timeout. */
const PATIENCE_MS = "120000";
/** Calls in flight, half over HTTP/1.1 and half over HTTP/2. */
const HALF = 32;
const CALLS = [
  [
    "/shorts.v1alpha1.HousingService/FilterSuburbs",
    '{"stateCode":"NSW","predicates":[{"metricKey":"age","min":1}]}',
  ],
  ["/shorts.v1alpha1.HousingService/GetSuburbProfile", '{"salCode":"10001"}'],
  ["/shorts.v1alpha1.HousingService/ListSuburbPriceDrops", '{"stateCode":"VIC"}'],
  ["/terrace.v1.ExplorerService/DescribeMetrics", '{"stateCode":"TAS"}'],
] as const;

/** A call whose last byte has not been sent. */
interface OpenCall {
  finish(): void;
  readonly status: Promise<number>;
}

async function openHttp1Call(port: number, [path, body]: (typeof CALLS)[number]): Promise<OpenCall> {
  const socket: Socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const reply = receivedBy(socket);
  socket.on("error", () => {});
  const status = new Promise<number>((resolve) => {
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(reply())?.[1] ?? 0)));
  });
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: terrace-tests/1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head + body.slice(0, -1));
  return { status, finish: () => void socket.write("}") };
}

function openHttp2Call(stream: ClientHttp2Stream, body: string): OpenCall {
  const status = new Promise<number>((resolve) => {
    let answered = 0;
    stream.on("response", (headers) => {
      answered = Number(headers[":status"]);
    });
    stream.on("error", () => {});
    stream.on("close", () => resolve(stream.rstCode === 0 ? answered : 0));
  });
  stream.resume();
  stream.write(body.slice(0, -1));
  return { status, finish: () => void stream.end("}") };
}

describe("terrace serve", () => {
  it.each([1, 2])(
    "drops no call that is under way when SIGTERM comes, says NOT_SERVING first and exits with 0: %i threads",
    async (threads) => {
      const flags = ["--data-dir", inject("country").dataDir, "--port", "0", "--threads", String(threads)];
      const running = startTerrace(["serve", ...flags, "--shutdown-timeout-ms", PATIENCE_MS], {
        TERRACE_LIMITS: "off",
        TERRACE_REQUEST_TIMEOUT_MS: PATIENCE_MS,
        TERRACE_BODY_TIMEOUT_MS: PATIENCE_MS,
        TERRACE_METRICS_TOKEN: METRICS_TOKEN,
      });
      const [, url] = /ready at (http:[^:]+:\d+)/.exec(await running.said(/ready at http/))!;
      const port = Number(new URL(url).port);
      const session = connectHttp2(url);
      const calls: OpenCall[] = [];
      for (let i = 0; i < HALF; i++) {
        const call = CALLS[i % CALLS.length];
        calls.push(await openHttp1Call(port, call));
        const headers = {
          ":method": "POST",
          ":path": call[0],
          "content-type": "application/json",
          "user-agent": "terrace-tests/1",
        };
        calls.push(openHttp2Call(session.request(headers), call[1]));
      }
      await eventually(async () => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        const text = await (await fetch(`${url}/metrics`, { headers })).text();
        const inFlight = text.matchAll(
          /^terrace_requests_in_flight\{method="\/(?:shorts|terrace)[^"]*"\} (\d+)$/gm,
        );
        expect(Array.from(inFlight, ([, count]) => Number(count)).reduce((a, b) => a + b, 0)).toBe(2 * HALF);
      });
      const health = createClient(Health, createGrpcTransport({ baseUrl: url }));
      const seen: Status[] = [];
      for await (const { status } of health.watch({})) {
        seen.push(status);
        if (status === Status.SERVING) running.child.kill("SIGTERM");
      }
      expect(seen).toEqual([Status.SERVING, Status.NOT_SERVING]);
      expect(running.child.exitCode).toBeNull();
      for (const call of calls) call.finish();
      const statuses = await Promise.all(calls.map(({ status }) => status));
      expect(statuses).toEqual(Array(2 * HALF).fill(200));
      const { exitCode, stdout } = await running.finished;
      expect(exitCode).toBe(0);
      expect(stdout).toContain('"isClean":true');
      console.log(`${statuses.length} calls in flight at SIGTERM, 0 dropped, exit code ${exitCode}`);
    },
  );
});
