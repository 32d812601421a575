import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { METRICS_CONTENT_TYPE } from "../telemetry/metrics-text.ts";
import { openPort } from "../wire/port/port-error.ts";

/** A port of its own for `GET /metrics`, without a token: for networks that only operators reach. */
export async function listenForMetrics(
  host: string,
  port: number,
  page: () => string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = process.getBuiltinModule("node:http").createServer((request, response) => {
    const isAsked = request.url === "/metrics" && (request.method === "GET" || request.method === "HEAD");
    let text = "only GET /metrics is here\n";
    try {
      if (isAsked) text = page();
    } catch {
      // Thrown here it would end the process.
      response.writeHead(503).end();
      return;
    }
    response.setHeader("content-type", isAsked ? METRICS_CONTENT_TYPE : "text/plain; charset=utf-8");
    response.statusCode = isAsked ? 200 : 404;
    response.end(text);
  });
  const close = await openPort(server, host, port);
  const address = server.address() as AddressInfo;
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return { url: `http://${shown}:${address.port}/metrics`, close };
}
