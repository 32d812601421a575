import { type DescMethodUnary, type Message, toBinary, toJsonString } from "@bufbuild/protobuf";
import { type CallOptions, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { productServices } from "../../../src/domains/public-methods.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { Health, HealthCheckResponse_ServingStatus } from "../../../src/gen/grpc/health/v1/health_pb.ts";
import { ServerReflection } from "../../../src/gen/grpc/reflection/v1/reflection_pb.ts";
import { servedCountry } from "../../support/country/ask-country.ts";
import { goldenCountry } from "../../support/country/shared-country.ts";
import { someOf } from "../../support/run/test-form.ts";
import { goldenRequests } from "../../support/wire/golden-cases.ts";
import {
  type Answered,
  connectThreads,
  jsonCall,
  sessionsOfThreads,
  type ThreadConnection,
} from "../../support/wire/thread-connections.ts";

const THREADS = 3;
const descs = someOf(
  productServices.flatMap((service) => service.methods as DescMethodUnary[]),
  4,
);

let alone: ThreadConnection;
let threads: ThreadConnection[];
let sessions: Awaited<ReturnType<typeof sessionsOfThreads>>;

const one = servedCountry({}, goldenCountry);
const several = servedCountry({ config: { threads: THREADS } }, goldenCountry);
// New connections for each test: the server closes those that were idle for a minute, as during a long test.
beforeEach(async () => {
  [alone] = await connectThreads(one.url, 1);
  threads = await connectThreads(several.url, THREADS);
  sessions = await sessionsOfThreads(several.url, THREADS);
});
afterEach(() => {
  for (const { close } of [alone, ...threads]) close();
  for (const { manager } of sessions) manager.abort();
});

/** The parts of a response that must be the same on every thread: without request id and date. */
function shown({ status, headers, bytes }: Answered) {
  const { date: _date, "x-request-id": _id, ...rest } = headers;
  return { status, headers: rest, bytes: bytes.toString("base64") };
}

describe("several wire threads", () => {
  it.each(descs.map((desc) => [desc.name, desc] as const))(
    "answer %s with the bytes and headers of one",
    async (_, desc) => {
      const path = `/${desc.parent.typeName}/${desc.name}`;
      for (const [name, request] of goldenRequests(desc)) {
        const forms = [
          jsonCall(JSON.parse(toJsonString(desc.input, request as never))),
          {
            body: toBinary(desc.input, request as never),
            headers: { "content-type": "application/proto" },
          },
        ];
        for (const form of forms) {
          const expected = shown(await alone.ask(path, form));
          for (const thread of threads) expect(shown(await thread.ask(path, form)), name).toEqual(expected);
        }
      }
    },
  );

  it("answer gRPC over HTTP/2 alike, failures too", async () => {
    const clients = sessions.map(({ manager }) =>
      createGrpcTransport({ baseUrl: several.url, sessionManager: manager }),
    );
    for (const desc of descs) {
      for (const [name, request] of goldenRequests(desc)) {
        const outcomes = await Promise.all(
          clients.map(async (transport) => {
            const client = createClient(desc.parent, transport) as Record<
              string,
              (request: Message, options?: CallOptions) => Promise<Message>
            >;
            try {
              return toJsonString(desc.output, (await client[desc.localName](request)) as never);
            } catch (error) {
              return ConnectError.from(error).message;
            }
          }),
        );
        expect(new Set(outcomes).size, `${desc.name} ${name}`).toBe(1);
      }
    }
  });

  it.each([
    "/docs",
    "/docs.md",
    "/openapi.json",
    "/llms.txt",
    "/v1/latest",
    "/v1/sources",
    "/v1/outlines/VIC.geojson",
    "/health",
  ])("serve the document %s alike", async (path) => {
    const [first, ...others] = await Promise.all(threads.map((thread) => thread.ask(path)));
    expect(first.status).toBe(200);
    for (const other of others) expect(shown(other)).toEqual(shown(first));
  });

  it("each tell that they serve, and what services there are", async () => {
    for (const { manager } of sessions) {
      const transport = createGrpcTransport({ baseUrl: several.url, sessionManager: manager });
      const { status } = await createClient(Health, transport).check({ service: "" });
      expect(status).toBe(HealthCheckResponse_ServingStatus.SERVING);
      const listed: string[] = [];
      const asked = (async function* () {
        yield { host: "", messageRequest: { case: "listServices" as const, value: "" } };
      })();
      for await (const { messageResponse } of createClient(ServerReflection, transport).serverReflectionInfo(
        asked,
      )) {
        if (messageResponse.case === "listServicesResponse")
          listed.push(...messageResponse.value.service.map(({ name }) => name));
      }
      for (const service of productServices) expect(listed).toContain(service.typeName);
    }
  });

  it("have heavy work done alongside them, with the answers of one", async () => {
    const listed = await alone.ask(
      "/shorts.v1alpha1.EconomyService/ListEconomicSeries",
      jsonCall({ limit: 500 }),
    );
    const { series } = JSON.parse(listed.text) as { series: { seriesKey: string }[] };
    const quantities = METRICS.filter(({ kind, unit }) => kind === "numeric" && unit !== "code");
    const requests: [string, object][] = [
      [
        "CorrelateSeries",
        {
          baseSeriesKeys: series.slice(0, 10).map(({ seriesKey }) => seriesKey),
          minLagMonths: -12,
          maxLagMonths: 12,
        },
      ],
      [
        "Explore",
        {
          histograms: Array.from({ length: 100 }, (_, i) => ({
            metricKey: quantities[i % quantities.length].key,
            binCount: 199,
          })),
        },
      ],
      ["Explore", { filter: { range: { metricKey: "no_such", min: 1 } } }],
    ];
    for (const [method, request] of requests) {
      const path = `/terrace.v1.ExplorerService/${method}`;
      const expected = shown(await alone.ask(path, jsonCall(request)));
      const answers = await Promise.all(threads.map((thread) => thread.ask(path, jsonCall(request))));
      for (const answer of answers) expect(shown(answer), method).toEqual(expected);
    }
  });
});
