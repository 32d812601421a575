import { Code, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { describe, expect, it } from "vitest";
import {
  HealthCheckResponse_ServingStatus,
  Health as HealthService,
} from "../../../src/gen/grpc/health/v1/health_pb.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { Health } from "../../../src/rpc/health/health.ts";
import { opened } from "../../support/run/fixtures.ts";
import { startWireServer } from "../../support/wire/wire-server.ts";

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = HealthCheckResponse_ServingStatus;

const server = opened(() => startWireServer(), {
  each: true,
  close: (it) => it.close(1000),
});

function client() {
  return createClient(HealthService, createGrpcTransport({ baseUrl: server.url }));
}

describe("mountHealth", () => {
  it("tells the status of the server and of each service", async () => {
    expect((await client().check({ service: "" })).status).toBe(SERVING);
    expect((await client().check({ service: HousingService.typeName })).status).toBe(SERVING);
    server.health.setNotServing("store unreachable");
    expect((await client().check({ service: "" })).status).toBe(NOT_SERVING);
    const { statuses } = await client().list({});
    expect(Object.keys(statuses).sort()).toEqual(["", HousingService.typeName]);
    expect(statuses[""].status).toBe(NOT_SERVING);
  });

  it("does not know other services and names those it knows", async () => {
    await expect(client().check({ service: "nope" })).rejects.toMatchObject({
      code: Code.NotFound,
      rawMessage: `unknown service "nope"; known are "", "${HousingService.typeName}"`,
    });
  });

  it("tells a watcher each change and ends its stream when the server stops", async () => {
    const seen: number[] = [];
    for await (const { status } of client().watch({ service: HousingService.typeName })) {
      seen.push(status);
      if (seen.length === 1) server.health.setNotServing("x");
      if (seen.length === 2) server.health.setServing();
      if (seen.length === 3) server.health.shutDown();
    }
    expect(seen).toEqual([SERVING, NOT_SERVING, SERVING, NOT_SERVING]);
  });

  it("keeps the watcher of an unknown service waiting until the server stops", async () => {
    const seen: number[] = [];
    for await (const { status } of client().watch({ service: "nope" })) {
      seen.push(status);
      server.health.setNotServing("x");
      server.health.shutDown();
    }
    expect(seen).toEqual([SERVICE_UNKNOWN]);
  });
});

describe("Health", () => {
  it("starts as not serving and stays so after shutDown", () => {
    const health = new Health([]);
    expect(health.problem).toBe("starting");
    health.setServing();
    expect(health.problem).toBeUndefined();
    health.shutDown();
    health.setServing();
    expect([health.problem, health.ended]).toEqual(["shutting down", true]);
  });

  it("calls back after changes only, until told to stop", () => {
    const health = new Health([]);
    let calls = 0;
    const stop = health.onChange(() => calls++);
    health.setServing();
    health.setServing();
    expect(calls).toBe(1);
    stop();
    health.setNotServing("x");
    expect(calls).toBe(1);
  });
});

describe("registerHealthRoutes", () => {
  it("answers OK at /health whatever the state", async () => {
    server.health.setNotServing("x");
    const reply = await fetch(`${server.url}/health`);
    expect([reply.status, await reply.text()]).toEqual([200, "OK"]);
    expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  it("answers with the health document at /api/health", async () => {
    const healthy = await fetch(`${server.url}/api/health`);
    const timestamp = "1970-01-01T00:00:00.000Z";
    expect(await healthy.json()).toEqual({ status: "healthy", timestamp, service: "core-web" });
    expect(healthy.status).toBe(200);
    server.health.setNotServing("store unreachable");
    const sick = await fetch(`${server.url}/api/health`);
    expect(await sick.json()).toEqual({
      status: "unhealthy",
      timestamp,
      service: "core-web",
      error: "store unreachable",
    });
    expect(sick.status).toBe(503);
  });
});
