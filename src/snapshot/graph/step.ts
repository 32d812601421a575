import { hash } from "node:crypto";
import type { StepResult } from "../store/kept-results.ts";

/** What kinds of steps a build has, in the order in which a reader thinks of them. */
export type StepKind = "load" | "aggregate" | "pages" | "columns";

/**
 * One piece of a build. Its result follows from its definition and from what it reads, so that it is kept under a key
 * made of these and not computed again while the key is the same.
 */
export interface Step<Lane = unknown> {
  readonly kind: StepKind;
  readonly name: string;
  /** Names of what it reads: tables such as `main.lga` or `serve.suburbs`, and facts of the dataset such as `@as_of`. */
  readonly reads: readonly string[];
  /**
   * The tables that it creates and, for each, the file under the root that holds it; null for one that lasts only as
   * long as the build, which is made again when a step that must run reads it.
   */
  readonly creates: ReadonlyMap<string, string | null>;
  /** Digest of all that decides about the result but what it reads; without one the result is never kept. */
  readonly definition: string | undefined;
  /** True when nothing but its tables is wanted of it: it runs only when a step that must run reads one. */
  readonly isLazy?: boolean;
  /** False for a kept result that will not do, such as a load with more rejected rows than are allowed now. */
  accepts?(facts: unknown): boolean;
  /** `isAgain` when the result is known and only the tables that last as long as the build are wanted. */
  run(lane: Lane, isAgain: boolean): Promise<StepResult>;
}

/** Raised when the way in which results are kept or keys are made changes. */
const KEY_VERSION = 1;

/** The key of a step's result. */
export function stepKey(step: Pick<Step, "kind" | "name">, definition: string, inputs: Inputs): string {
  const sorted = Object.entries(inputs).sort(([a], [b]) => (a < b ? -1 : 1));
  return checksumOf([KEY_VERSION, step.kind, step.name, definition, sorted]);
}

/** Checksums of what a step reads, by name. */
export type Inputs = Readonly<Record<string, string>>;

/** SHA-256 of a value's JSON. */
export function checksumOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value));
}

/** The name of a step among all of a build. */
export function stepName({ kind, name }: Pick<Step, "kind" | "name">): string {
  return `${kind} ${name}`;
}
