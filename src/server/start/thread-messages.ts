import type { Health } from "../../rpc/health/health.ts";
import type { PostedError } from "../../runtime/threads/posted-error.ts";
import type { GuardMemory } from "../admission/limits/burst-windows.ts";
import type { AccessMemory } from "../admission/owned-access.ts";
import type { MetricsMemory } from "../telemetry/thread-metrics.ts";
import type { TlsPair } from "../wire/port/tls.ts";
import type { WireOptions } from "./open-wire.ts";
import type { NumberedSnapshot, OwnerFunctions } from "./owner-functions.ts";

export type HealthState = Pick<Health, "problem" | "degradation">;

/** Worker data of a wire thread after the first. */
export interface ThreadStart extends Pick<WireOptions, "config" | "threads" | "port" | "tls"> {
  readonly thread: number;
  readonly logLevel: string;
  readonly ownUrl: string;
  /** Added to the system's clock. */
  readonly clockOffsetMs: number;
  readonly access: AccessMemory;
  readonly metrics: MetricsMemory;
  readonly guard: GuardMemory | undefined;
  /** One word: number of the snapshot that is current in all threads. */
  readonly current: SharedArrayBuffer;
  readonly snapshot: NumberedSnapshot;
  readonly next: NumberedSnapshot | undefined;
  readonly health: HealthState;
}

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

export type FromThread =
  | { readonly kind: "listening" }
  | { readonly kind: "prepared"; readonly number: number; readonly error?: PostedError }
  | { readonly kind: "released"; readonly number: number }
  | { readonly kind: "log"; readonly text: string }
  | { readonly kind: "counted"; readonly counts: readonly Count[] }
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly name: keyof OwnerFunctions;
      readonly given: readonly unknown[];
    }
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "closed"; readonly isClean: boolean };

/** Requests of a caller that a thread admitted, and the caller's limit. */
export type Count = readonly [identifier: string, cost: number, limit: number];
