import type { PostedSnapshot } from "../../engine/open-view.ts";
import type { ParameterValue, Statement } from "../../engine/sql/statement.ts";
import type { Health } from "../../rpc/health/health.ts";
import type { PostedError } from "../../runtime/threads/posted-error.ts";
import type { GuardMemory } from "../admission/limits/burst-windows.ts";
import type { AccessMemory } from "../admission/owned-access.ts";
import type { MetricsMemory } from "../telemetry/thread-metrics.ts";
import type { TlsPair } from "../wire/port/tls.ts";
import type { WireOptions } from "./open-wire.ts";

/** A snapshot and its place in the order in which they became current. */
export interface NumberedSnapshot {
  readonly number: number;
  readonly posted: PostedSnapshot;
}

/** Whether calls are taken, as the first thread knows it. */
export type HealthState = Pick<Health, "problem" | "degradation">;

/** All that a thread after the first is given when it starts. */
export interface ThreadStart extends Pick<WireOptions, "config" | "threads" | "port" | "tls"> {
  readonly thread: number;
  readonly logLevel: string;
  readonly ownUrl: string;
  /** What to add to the system's clock. */
  readonly clockOffsetMs: number;
  readonly access: AccessMemory;
  readonly metrics: MetricsMemory;
  readonly guard: GuardMemory | undefined;
  /** One word: the number of the snapshot that is current for all threads. */
  readonly current: SharedArrayBuffer;
  readonly snapshot: NumberedSnapshot;
  /** The one that is about to become current. */
  readonly next: NumberedSnapshot | undefined;
  readonly health: HealthState;
}

/** What the first thread says. */
export type ToThread =
  | { readonly kind: "prepare"; readonly snapshot: NumberedSnapshot }
  | { readonly kind: "drop" }
  | { readonly kind: "swap" }
  | { readonly kind: "let-go" }
  | { readonly kind: "health"; readonly state: HealthState }
  | { readonly kind: "tls"; readonly pair: TlsPair }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly error: PostedError }
  | { readonly kind: "close"; readonly timeoutMs: number };

/** What such a thread says. */
export type FromThread =
  | { readonly kind: "listening" }
  | { readonly kind: "prepared"; readonly number: number; readonly error?: PostedError }
  | { readonly kind: "released"; readonly number: number }
  | { readonly kind: "log"; readonly text: string }
  | { readonly kind: "counted"; readonly counts: readonly Count[] }
  | { readonly kind: "ask"; readonly id: number; readonly question: Question }
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "closed"; readonly isClean: boolean };

/** Requests of a caller that a thread has admitted, and the caller's limit. */
export type Count = readonly [identifier: string, cost: number, limit: number];

/** What only the first thread can answer: it has the tables, the threads for heavy tasks, the counts and the stores. */
export type Question =
  | {
      readonly kind: "query";
      readonly snapshot: number;
      readonly statement: Pick<Statement<object>, "name" | "sql" | "parameters">;
      readonly parameters: Readonly<Record<string, ParameterValue>>;
    }
  | {
      readonly kind: "task";
      readonly snapshot: number;
      readonly name: string;
      readonly file: string;
      readonly givesWay: boolean | undefined;
      /** What the heavy thread is given when it starts; only with this thread's first task for it. */
      readonly data: unknown;
      readonly task: unknown;
      readonly cost: number | undefined;
      readonly leftMs: number | undefined;
    }
  /** A snapshot other than the current one, to be opened here too; answered with its number, which is below 0. */
  | { readonly kind: "open"; readonly snapshotId: string }
  | { readonly kind: "metrics" }
  | { readonly kind: "quota-health" }
  | { readonly kind: "users"; readonly userIds: readonly string[] };
