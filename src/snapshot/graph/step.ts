import { hash } from "node:crypto";
import type { StepResult } from "../store/kept-results.ts";

/** Kinds of steps, in the order of a build. */
export type StepKind = "load" | "aggregate" | "pages" | "columns";

/** One step of a build. Its result depends on its definition and inputs alone, so it is cached by these. */
export interface Step<Lane = unknown> {
  readonly kind: StepKind;
  readonly name: string;
  /** Names of its inputs: tables such as `main.lga` or `serve.suburbs`, dataset facts such as `@as_of`. */
  readonly reads: readonly string[];
  /**
   * Tables that it creates, each with its file relative to the root. Null for a table that lasts only during
   * the build, and is made again when a step that must run reads it.
   */
  readonly creates: ReadonlyMap<string, string | null>;
  /** Digest of everything but its inputs that affects the result; undefined disables caching. */
  readonly definition: string | undefined;
  /** True if only its tables are wanted: it runs only when a step that must run reads one. */
  readonly isLazy?: boolean;
  /** False for a cached result that no longer suffices, such as a load with too many rejected rows. */
  accepts?(facts: unknown): boolean;
  /** `isAgain`: the result is cached, and only the tables that last during the build are needed. */
  run(lane: Lane, isAgain: boolean): Promise<StepResult>;
}

/** Increment when the format of cached results or keys changes. */
const KEY_VERSION = 1;

export function stepKey(step: Pick<Step, "kind" | "name">, definition: string, inputs: Inputs): string {
  const sorted = Object.entries(inputs).sort(([a], [b]) => (a < b ? -1 : 1));
  return checksumOf([KEY_VERSION, step.kind, step.name, definition, sorted]);
}

/** Checksums of a step's inputs, by name. */
export type Inputs = Readonly<Record<string, string>>;

/** SHA-256 of a value's JSON. */
export function checksumOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value));
}

/** Name of a step, unique within a build. */
export function stepName({ kind, name }: Pick<Step, "kind" | "name">): string {
  return `${kind} ${name}`;
}
