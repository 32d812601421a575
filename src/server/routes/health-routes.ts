import type { FastifyInstance } from "fastify";
import type { Degradation, Health } from "../../rpc/health/health.ts";

/** Service name in the health document; monitors compare it. */
const SERVICE_ID = "core-web";

/** Registers `GET /health` (the process is alive) and `GET /api/health` (it takes calls). */
export function registerHealthRoutes(scope: FastifyInstance, health: Health, now: () => Date): void {
  scope.get("/health", (_request, reply) => {
    reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send("OK");
  });
  scope.get("/api/health", (_request, reply) => {
    const { problem, degradation } = health;
    const state = { timestamp: now().toISOString(), service: SERVICE_ID };
    reply.header("cache-control", "no-store");
    if (problem !== undefined) reply.code(503).send({ status: "unhealthy", ...state, error: problem });
    else if (degradation === undefined) reply.send({ status: "healthy", ...state });
    // Status 200: an older snapshot is better than none.
    else reply.send({ status: "degraded", ...state, ...degraded(degradation) });
  });
}

function degraded({ snapshotId, reason, since }: Degradation) {
  return { error: reason, since: since.toISOString(), refusedSnapshot: snapshotId ?? null };
}
