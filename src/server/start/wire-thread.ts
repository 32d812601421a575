// Entry point of a wire thread after the first; started by `WireThreads`.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type Logger, pino } from "pino";
import { productServices } from "../../domains/public-methods.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import { Engine } from "../../engine/engine.ts";
import type { OwnedView } from "../../engine/holder.ts";
import { openPostedView } from "../../engine/open-view.ts";
import { CURRENT_SNAPSHOT, Health } from "../../rpc/health/health.ts";
import { JoinedLines } from "../../runtime/joined-lines.ts";
import { SharedCounts } from "../../runtime/shared/shared-counts.ts";
import { postedError } from "../../runtime/threads/posted-error.ts";
import { endsWithin } from "../../runtime/time/within.ts";
import {
  type AccessControl,
  type AccessControlOptions,
  accessControlOf,
} from "../admission/access-control.ts";
import type { UserDirectory } from "../admission/callers/tiers.ts";
import { lookUpUsers } from "../admission/callers/users-lookup.ts";
import { GuardWindows } from "../admission/limits/burst-windows.ts";
import { RefusalCounters } from "../admission/limits/refusal-counters.ts";
import { SharedMonths, type SharedMonthsOptions } from "../admission/limits/shared-months.ts";
import { SlidingWindow } from "../admission/limits/sliding-window.ts";
import { usersFile } from "../admission/limits/stores/open-stores.ts";
import { ThreadMetrics } from "../telemetry/thread-metrics.ts";
import type { TlsPair } from "../wire/port/tls.ts";
import { AskOwner, ownersDatabase, ownersHeavyWork } from "./ask-owner.ts";
import { openWire, type Wire } from "./open-wire.ts";
import type { NumberedSnapshot } from "./owner-functions.ts";
import { sharedClockMs } from "./shared-clock.ts";
import type { Count, FromThread, HealthState, ThreadStart, ToThread } from "./thread-messages.ts";

/** Time after the drain to close the snapshot. */
const RELEASE_MS = 100;

/** Idle time until an older snapshot is closed here; the first thread keeps it for longer. */
const OLDER_IDLE_MS = 5000;

/** Serves the port that the first thread opened, in shared memory, until a close message. */
async function runWireThread(start: ThreadStart, port: MessagePort): Promise<void> {
  const { config, thread, threads } = start;
  const post = (message: FromThread, transfer: readonly MessagePort[] = []) =>
    port.postMessage(message, transfer);
  // Only the first thread writes the log, or concurrent lines would mix.
  const lines = new JoinedLines({
    write: (text) => post({ kind: "log", text }),
    flush: (done) => done(),
    flushSync: () => {},
  });
  process.once("exit", () => lines.flushSync());
  const log = pino({ level: start.logLevel }, lines);
  const owner = new AskOwner(post);
  const counted = countedCalls((counts) => post({ kind: "counted", counts }));
  const now = () => new Date(Date.now() + start.clockOffsetMs);
  const health = new Health([...productServices.map((service) => service.typeName), CURRENT_SNAPSHOT]);
  const current = new Int32Array(start.current);

  const open = ({ number, posted }: NumberedSnapshot): OwnedView => {
    const owned = openPostedView(posted, {
      metrics: METRICS,
      thread,
      database: ownersDatabase(owner, number),
      heavyWork: ownersHeavyWork(owner, number),
    });
    return {
      view: owned.view,
      close: async () => {
        await owned.close();
        post({ kind: "released", number });
      },
    };
  };
  const openOlder = async (snapshotId: string) => open((await owner.ask("open", [snapshotId]))!);
  // The first thread limits how many are open, and how often one is opened.
  const older = { open: openOlder, most: config.openSnapshots, idleMs: OLDER_IDLE_MS, pauseMs: 0 };
  const engine = new Engine(open(start.snapshot), older);
  const prepare = (next: NumberedSnapshot) =>
    engine.swapWhen(open(next), () => Atomics.load(current, 0) >= next.number);
  const setHealth = ({ problem, degradation }: HealthState) => {
    health.setDegraded(degradation);
    if (problem === undefined) health.setServing();
    else health.setNotServing(problem);
  };
  if (start.next !== undefined) prepare(start.next);
  setHealth(start.health);

  const onPrepare = (snapshot: NumberedSnapshot) => {
    const { number } = snapshot;
    try {
      prepare(snapshot);
      post({ kind: "prepared", number });
    } catch (error) {
      post({ kind: "prepared", number, error: postedError(error) });
    }
  };

  port.on("message", (message: ToThread) => {
    switch (message.kind) {
      case "answer":
      case "failure":
        owner.hear(message);
        break;
      case "prepare":
        onPrepare(message.snapshot);
        break;
      case "drop":
        engine.dropNext();
        break;
      case "swap":
        engine.settle();
        wire?.keepOnly(engine.manifest.snapshotId);
        break;
      case "let-go":
        engine.letGo();
        break;
      case "health":
        setHealth(message.state);
        break;
      case "tls":
        newest.pair = message.pair;
        wire?.port.renewTls(message.pair);
        break;
      case "close":
        void close(message.timeoutMs);
        break;
    }
  });

  let wire: Wire | undefined;
  /** A certificate that arrived before the port was open. */
  const newest: { pair?: TlsPair } = {};
  const clocks = { now: () => now().getTime(), monotonicMs: sharedClockMs };
  wire = await openWire({
    config,
    log,
    threads,
    port: start.port,
    tls: start.tls,
    engine,
    health,
    accessControl: threadAccess(start, clocks, log, owner, counted.add),
    metrics: new ThreadMetrics(start.metrics, thread),
    guardWindows: start.guard && new GuardWindows(start.guard),
    now,
    monotonicMs: sharedClockMs,
    ownUrl: () => start.ownUrl,
    metricsPage: () => owner.ask("metrics", []),
    quotaHealth: () => owner.ask("quotaHealth", []),
  });
  if (newest.pair !== undefined) wire.port.renewTls(newest.pair);
  await Promise.all([wire.methods.load(), import("../calls/connect/connect-handlers.ts")]);
  post({ kind: "listening" });

  async function close(timeoutMs: number): Promise<void> {
    health.shutDown();
    const isDrained = (await wire?.port.close(timeoutMs)) ?? true;
    wire?.close();
    counted.flush();
    const isReleased = await endsWithin(engine.close(), RELEASE_MS);
    lines.flushSync();
    post({ kind: "closed", isClean: isDrained && isReleased });
  }
}

/** Longest delay until the ledger gets a count. A message per request would cost more than counting it. */
const REPORT_AFTER_MS = 5;

function countedCalls(post: (counts: readonly Count[]) => void) {
  let counts = new Map<string, { cost: number; limit: number }>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    post(Array.from(counts, ([identifier, { cost, limit }]) => [identifier, cost, limit]));
    counts = new Map();
  };
  const add = (identifier: string, cost: number, limit: number): void => {
    const before = counts.get(identifier)?.cost ?? 0;
    counts.set(identifier, { cost: before + cost, limit });
    timer ??= setTimeout(flush, REPORT_AFTER_MS);
  };
  return { add, flush };
}

/** Access control of a thread after the first, on shared memory. */
function threadAccess(
  { config, thread, access, ownUrl }: ThreadStart,
  clocks: Pick<AccessControlOptions, "now" | "monotonicMs">,
  log: Logger,
  owner: AskOwner,
  onCount: SharedMonthsOptions["onCount"],
): AccessControl {
  const { monotonicMs } = clocks;
  const onError = (err: unknown) => log.error({ err }, "the users table cannot be read");
  const read = (userIds: readonly string[]) => owner.ask("users", [userIds]);
  // Each thread polls the file itself, so that a change takes effect in all at the same time.
  const users: UserDirectory | undefined =
    config.users === "postgres"
      ? lookUpUsers({ read, monotonicMs, onError })
      : usersFile(config.users, log, onError);
  return accessControlOf(
    { config, log, ...clocks, ownUrl: () => ownUrl },
    {
      counters: new RefusalCounters(new SharedCounts(access.counters, thread)),
      counts: access.counts && {
        window: new SlidingWindow(access.counts.window),
        months: new SharedMonths({ memory: access.counts.months, monotonicMs, onCount }),
      },
      users,
      callerKey: () => access.callerKey,
      pageKey: access.pageKey,
    },
  );
}

await runWireThread(workerData as ThreadStart, parentPort!);
