import { enableCompileCache, flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";

/**
 * One contestant in its own process and on its own port: `node wire-server.ts <kind> <data directory>`.
 * Prints the port when it listens. Imports are dynamic, since the start is measured too.
 */
const [kind, dataDir] = process.argv.slice(2);
const ROWS = 4_544;
const mask = new Uint8Array(Math.ceil(ROWS / 8)).fill(0x55);
const fixed = Buffer.alloc(600, 0x55);

/** The server as users run it; its request log goes to /dev/null, which costs one write, or is off. */
async function terrace(writesLog: boolean): Promise<number> {
  // As in src/cli/main.ts.
  enableCompileCache();
  const { resolveConfig } = await import("../src/config/config.ts");
  const { BENCH_LIMITS, BENCH_SECRET } = await import("./bench-caller.ts");
  const limits = { tierLimits: BENCH_LIMITS, tokenSecret: BENCH_SECRET };
  const config = { ...resolveConfig({ env: process.env }), dataDir, port: 0, ...limits };
  const { startServing } = await import("../src/server/start/start-serving.ts");
  const { pino } = await import("pino");
  const { JoinedLines } = await import("../src/runtime/joined-lines.ts");
  const lines = () => new JoinedLines(pino.destination({ dest: "/dev/null", sync: false }));
  const log = writesLog ? pino({ level: "info" }, lines()) : pino({ level: "silent" });
  return new Promise((listening, failed) => {
    const onListening = (url: string) => listening(Number(new URL(url).port));
    startServing({ config, log, onListening }).then(() => flushCompileCache(), failed);
  });
}

const ports: Record<string, () => Promise<number>> = {
  terrace: () => terrace(false),
  "terrace with log": () => terrace(true),
  "connect-fastify": async () => {
    const { create } = await import("@bufbuild/protobuf");
    const { fastifyConnectPlugin } = await import("@connectrpc/connect-fastify");
    const { FilterSuburbsResponseSchema, GetSuburbMetricColumnsResponseSchema, HousingService } =
      await import("../src/gen/shorts/v1alpha1/housing_pb.ts");
    const server = fastify();
    await server.register(fastifyConnectPlugin, {
      routes: (router) =>
        void router.service(HousingService, {
          filterSuburbs: () =>
            create(FilterSuburbsResponseSchema, {
              matchMask: mask,
              matchCount: ROWS / 2,
              indexVersion: "v1-0",
            }),
          getSuburbMetricColumns: ({ metricKeys }) =>
            create(GetSuburbMetricColumnsResponseSchema, {
              columns: metricKeys.map((metricKey) => ({
                metricKey,
                values: Array.from({ length: ROWS }, (_, i) => Math.fround(i * 1.37)),
                nullMask: mask,
              })),
              indexVersion: "v1-0",
            }),
        }),
    });
    await server.listen({ host: "127.0.0.1", port: 0 });
    return (server.server.address() as AddressInfo).port;
  },
  fastify: async () => {
    const server = fastify();
    server.addContentTypeParser(
      ["application/json", "application/proto"],
      { parseAs: "buffer" },
      (_r, body, done) => done(null, body),
    );
    server.post("/*", (_request, reply) => reply.header("content-type", "application/proto").send(fixed));
    await server.listen({ host: "127.0.0.1", port: 0 });
    return (server.server.address() as AddressInfo).port;
  },
  "node:http": async () => {
    // Only here: importing it loads fetch and WebSocket too, which no other contestant needs.
    const { createServer: createHttp } = await import("node:http");
    const server = createHttp((request, response) => {
      request.resume().once("end", () => {
        response.setHeader("content-length", fixed.byteLength);
        response.end(fixed);
      });
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return (server.address() as AddressInfo).port;
  },
};

process.stdout.write(`${await ports[kind]()}\n`);
process.stdin.resume().once("end", () => process.exit(0));
