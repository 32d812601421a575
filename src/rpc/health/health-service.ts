import type { ConnectRouter } from "@connectrpc/connect";
import {
  HealthCheckResponse_ServingStatus,
  Health as HealthService,
} from "../../gen/grpc/health/v1/health_pb.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { toConnectError } from "../to-connect-error.ts";
import type { Health } from "./health.ts";

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = HealthCheckResponse_ServingStatus;

export function mountHealth(router: ConnectRouter, health: Health): void {
  const statusOf = (service: string) => (health.isServing(service) ? SERVING : NOT_SERVING);
  router.service(HealthService, {
    check({ service }) {
      if (!health.services.has(service)) throw unknownService(service, health);
      return { status: statusOf(service) };
    },
    list() {
      const statuses = [...health.services].map((name) => [name, { status: statusOf(name) }]);
      return { statuses: Object.fromEntries(statuses) };
    },
    async *watch({ service }, { signal }) {
      const known = health.services.has(service);
      let sent: HealthCheckResponse_ServingStatus | undefined;
      while (!signal.aborted) {
        const status = known ? statusOf(service) : SERVICE_UNKNOWN;
        if (status !== sent) yield { status };
        sent = status;
        if (health.ended) return;
        await nextChange(health, signal, known ? sent : undefined, () => statusOf(service));
      }
    },
  });
}

/** Resolves when the status differs from `sent`, health has ended, or the caller is gone. */
function nextChange(
  health: Health,
  signal: AbortSignal,
  sent: HealthCheckResponse_ServingStatus | undefined,
  statusNow: () => HealthCheckResponse_ServingStatus,
): Promise<void> {
  return new Promise((resolve) => {
    // A slow consumer: the change may have come between the yield and this call.
    if (signal.aborted || health.ended || (sent !== undefined && statusNow() !== sent)) return resolve();
    const stop = health.onChange(finish);
    signal.addEventListener("abort", finish, { once: true });
    function finish() {
      stop();
      signal.removeEventListener("abort", finish);
      resolve();
    }
  });
}

function unknownService(service: string, health: Health): Error {
  const known = [...health.services].map((name) => `"${name}"`).join(", ");
  return toConnectError(new TerraceError("not_found", `unknown service "${service}"; known are ${known}`));
}
