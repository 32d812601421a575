import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config/config.ts";
import { shownChanges } from "../../domains/shown-changes.ts";
import type { Engine } from "../../engine/engine.ts";
import { HookDelivery, type HookEvent } from "../../snapshot/hooks/deliver-hooks.ts";
import { type Lookup, SYSTEM_LOOKUP } from "../../snapshot/hooks/public-address.ts";
import { followSwitches } from "../routes/switches.ts";
import { counter, gauge, type MetricFamily, samplesBy } from "../telemetry/metrics-text.ts";

export interface FollowHooksOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly engine: Engine;
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly webUrl: () => string;
  readonly lookup?: Lookup | undefined;
}

export type HookFollower = ReturnType<typeof followHooks>;

/** Polling interval: cheap while there are no subscribers. */
const LOOK_EVERY_MS = 2000;

const WORDS: Record<HookEvent["kind"], string> = {
  delivered: "a hook took the message about a publication",
  failed: "a hook did not take the message about a publication; it is retried",
  parked: "a hook took no message about a publication for a day; terrace hooks retry sends it",
  unreadable: "the file of a hook cannot be read",
  unwritten: "what a hook took cannot be written down; it may come twice",
};

/** Delivers webhooks about publications while the server runs; logs and counts outcomes. */
export function followHooks({ config, log, engine, lookup = SYSTEM_LOOKUP, ...options }: FollowHooksOptions) {
  const { dataDir } = config;
  const counts = { delivered: 0, failed: 0, parked: 0, unreadable: 0, unwritten: 0 };
  const switches = followSwitches(config, {
    monotonicMs: options.monotonicMs,
    onError: (err) =>
      log.error({ err }, "the switches cannot be read; hooks hear nothing that they may withhold"),
  });
  const delivery = new HookDelivery({
    dataDir,
    lookup,
    now: options.now,
    webUrl: options.webUrl,
    timeoutMs: config.hookTimeoutMs,
    shown: () => shownChanges(engine, switches()),
    onEvent: (event) => {
      counts[event.kind]++;
      const level = event.kind === "delivered" ? "info" : event.kind === "failed" ? "warn" : "error";
      log[level](event, WORDS[event.kind]);
    },
  });
  const look = () =>
    delivery
      .look()
      .catch((err: unknown) => log.error({ err }, "the hooks of the data directory cannot be read"));
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  void look();
  return {
    look,
    families: (): MetricFamily[] => [
      counter(
        "terrace_hook_events_total",
        "Messages to hooks by what became of them, and files of hooks that could not be read or written.",
        samplesBy("outcome", Object.entries(counts)),
      ),
      gauge(
        "terrace_hook_messages_waiting",
        "Messages about publications that hooks have not taken yet.",
        delivery.load.waiting,
      ),
      gauge(
        "terrace_hook_messages_parked",
        "Messages about publications that no hook took for a day.",
        delivery.load.parked,
      ),
    ],
    close: () => {
      clearInterval(timer);
      return delivery.close();
    },
  };
}
