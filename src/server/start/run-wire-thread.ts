import type { MessagePort } from "node:worker_threads";
import { pino } from "pino";
import { productServices } from "../../domains/public-methods.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import { Engine } from "../../engine/engine.ts";
import type { OwnedView } from "../../engine/holder.ts";
import { openPostedView } from "../../engine/open-view.ts";
import { CURRENT_SNAPSHOT, Health } from "../../rpc/health/health.ts";
import { JoinedLines } from "../../runtime/joined-lines.ts";
import { postedError } from "../../runtime/threads/posted-error.ts";
import { endsWithin } from "../../runtime/time/within.ts";
import { GuardWindows } from "../admission/limits/burst-windows.ts";
import type { QuotaHealth } from "../admission/limits/quota-ledger.ts";
import { ThreadMetrics } from "../telemetry/thread-metrics.ts";
import type { TlsPair } from "../wire/port/tls.ts";
import { AskOwner, ownersDatabase, ownersHeavyWork } from "./ask-owner.ts";
import { countedCalls } from "./counted-calls.ts";
import { openWire, type Wire } from "./open-wire.ts";
import { sharedClockMs } from "./shared-clock.ts";
import { threadAccess } from "./thread-access.ts";
import type { FromThread, HealthState, NumberedSnapshot, ThreadStart, ToThread } from "./thread-messages.ts";

/** What is added to the time set for a stop, to close the snapshot. */
const RELEASE_MS = 100;

/** How long a snapshot other than the current one stays open here that no call uses: the first thread keeps it for longer. */
const OLDER_IDLE_MS = 5000;

/** Answers on the port that the first thread has opened, over its memory, until it gets the message to stop. */
export async function runWireThread(start: ThreadStart, port: MessagePort): Promise<void> {
  const { config, thread, threads } = start;
  const post = (message: FromThread, transfer: readonly MessagePort[] = []) =>
    port.postMessage(message, transfer);
  // One thread writes the log: lines of two that are written at once would get into each other.
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
  const openOlder = async (snapshotId: string) =>
    open((await owner.ask({ kind: "open", snapshotId })) as NumberedSnapshot);
  // The first thread bounds how many are open, and how often one is opened.
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

  const hearPrepare = (snapshot: NumberedSnapshot) => {
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
        hearPrepare(message.snapshot);
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
  /** The certificate, when another came after this thread was begun. */
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
    accessControl: threadAccess(start, { log, owner, onCount: counted.add, ...clocks }),
    metrics: new ThreadMetrics(start.metrics, thread),
    guardWindows: start.guard && new GuardWindows(start.guard),
    now,
    monotonicMs: sharedClockMs,
    ownUrl: () => start.ownUrl,
    metricsPage: async () => (await owner.ask({ kind: "metrics" })) as string,
    quotaHealth: async () => (await owner.ask({ kind: "quota-health" })) as QuotaHealth | undefined,
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
