import type { DescMethod, DescMethodUnary } from "@bufbuild/protobuf";
import type { AddressedSnapshot, Engine } from "../engine/engine.ts";
import type { SnapshotView } from "../engine/view.ts";
import type { CachingOptions } from "../rpc/cached-method.ts";
import { dayOfInstant } from "../rpc/encoding/timestamps.ts";
import type { OnPartDropped } from "../rpc/soft-failures.ts";
import type { Switches } from "../rpc/switches.ts";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import type { StopSignal } from "../runtime/abort.ts";
import type { PageSet } from "../snapshot/pages/page-set.ts";
import type { Aggregate } from "../snapshot/tables/aggregate.ts";
import type { Export } from "./export.ts";

export interface MethodOptions extends CachingOptions {
  readonly now: () => Date;
  /** Called with each part of an answer that could not be read; the answer is sent without it. */
  readonly onPartDropped?: OnPartDropped | undefined;
  /** Returns the current kill switches. */
  readonly switches: () => Switches;
  /** Opens a snapshot by id, tag or day; undefined where only the current one can be opened. */
  readonly older?: ((name: string, signal?: StopSignal) => Promise<AddressedSnapshot>) | undefined;
}

/** Today (UTC) as a day number; the snapshot's day if the clock is behind it, to reach its newest rows. */
export function todayOf({ now }: Pick<MethodOptions, "now">, { manifest }: SnapshotView): number {
  return Math.max(dayOfInstant(now().getTime()), dayOfInstant(Date.parse(manifest.asOf)));
}

export type OpenMethods = (engine: Engine, options: MethodOptions) => readonly UnaryMethod[];

/** Dataset tables that a method reads. */
export interface MethodTables {
  /** If any one of these has no rows, the answer is empty. */
  readonly needs: readonly string[];
  /** Optional tables: each fills a part of the answer. */
  readonly adds: readonly string[];
}

/** A method, its tables, and an example request (JSON) that succeeds on every snapshot with suburbs. */
export interface Sample {
  readonly desc: DescMethodUnary;
  readonly tables: MethodTables;
  readonly request: object;
  /** How to find another request if this snapshot's answer to `request` is empty. */
  readonly draw?: Draw;
}

/** A request to the same snapshot; `use` makes the example from its answer (JSON), or returns undefined. */
export interface Draw {
  readonly desc: DescMethodUnary;
  readonly request: object;
  // biome-ignore lint/suspicious/noExplicitAny: an answer in JSON has as many shapes as there are methods.
  readonly use: (answer: any) => object | undefined;
}

/** All kinds of search entries. A snapshot may lack some: such a kind is valid, but nothing is found. */
export const SEARCH_KINDS = ["suburb", "stock", "series", "member", "take", "article"] as const;

/** Entries of one kind for full-text search. */
export interface Searchable {
  /** Name of the kind in requests and answers. */
  readonly kind: (typeof SEARCH_KINDS)[number];
  /**
   * SQL over the serving tables. Its columns: `id`, the key that methods take; `title`; `detail`, which
   * distinguishes equal titles; `names`, more text that counts as much as the title; `words`, text that
   * counts less; `weight`, larger for what comes first among equals. All but id and title may be null.
   */
  readonly sql: string;
  /** The entries are hidden while this switch is off. */
  readonly hiddenBy?: keyof Switches;
}

/**
 * A subject of the API, from its aggregates to its methods. Registries, documents, reflection, the library
 * and the list of golden requests are derived from these members.
 */
export interface Domain {
  readonly name: string;
  /** Its methods, each with an example request. */
  readonly samples: readonly Sample[];
  /** Computed when a snapshot is built; an aggregate comes after those whose tables it reads. */
  aggregates(): Promise<readonly Aggregate[]>;
  /** Pages: answers by key, encoded when a snapshot is built from the tables of the aggregates. */
  pages?(): Promise<readonly PageSet[]>;
  /** Snapshot tables that its methods query with SQL; a server loads no others into its database. */
  readonly openTables?: readonly string[];
  /** Page sets whose columns are scanned in place; all threads of a server share their memory. */
  readonly sharedColumns?: readonly string[];
  readonly searchables?: readonly Searchable[];
  /** Methods that answer as soon as the port is open, without `methods()`. */
  readonly readyMethods?: OpenMethods;
  /** Tables that callers may download: a route, a page of the documents and a data dictionary each. */
  readonly exports?: readonly Export[];
  /** Imports the code of the other methods, at the first call of one: so a server answers filters early. */
  methods(): Promise<OpenMethods>;
}

export function sample(desc: DescMethodUnary, tables: MethodTables, request: object, draw?: Draw): Sample {
  return draw === undefined ? { desc, tables, request } : { desc, tables, request, draw };
}

export function reads(needs: readonly string[], adds: readonly string[] = []): MethodTables {
  return { needs, adds };
}

/** The full method name: `package.Service/Method`. */
export function fullName({ parent, name }: DescMethod): string {
  return `${parent.typeName}/${name}`;
}
