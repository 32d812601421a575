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

/** What the methods of every domain may use. */
export interface MethodOptions extends CachingOptions {
  readonly now: () => Date;
  /** Called with each part of an answer that could not be read; the answer goes out without it. */
  readonly onPartDropped?: OnPartDropped | undefined;
  /** The kill switches as they are at this moment. */
  readonly switches: () => Switches;
  /** Opens the snapshot that an id, a tag or a day names; undefined where there is no other than the current one. */
  readonly older?: ((name: string, signal?: StopSignal) => Promise<AddressedSnapshot>) | undefined;
}

/** Today (UTC), or the snapshot's own day where the clock is behind it: its newest rows can be asked for. */
export function todayOf({ now }: Pick<MethodOptions, "now">, { manifest }: SnapshotView): number {
  return Math.max(dayOfInstant(now().getTime()), dayOfInstant(Date.parse(manifest.asOf)));
}

export type OpenMethods = (engine: Engine, options: MethodOptions) => readonly UnaryMethod[];

/** The dataset tables that a method answers from. */
export interface MethodTables {
  /** Without rows of any of these it has nothing to say. */
  readonly needs: readonly string[];
  /** Parts of the answer come from these. */
  readonly adds: readonly string[];
}

/** A method, the tables that it reads, and a request for it, in JSON, that every snapshot with suburbs answers. */
export interface Sample {
  readonly desc: DescMethodUnary;
  readonly tables: MethodTables;
  readonly request: object;
  /** Where to look for another request when a snapshot has nothing to say to this one. */
  readonly draw?: Draw;
}

/** A question to the same snapshot, and what its answer, in JSON, gives to ask about; undefined when that is nothing. */
export interface Draw {
  readonly desc: DescMethodUnary;
  readonly request: object;
  // biome-ignore lint/suspicious/noExplicitAny: an answer in JSON has as many shapes as there are methods.
  readonly use: (answer: any) => object | undefined;
}

/** The kinds of entries that a snapshot may hold: one that it lacks is known all the same, and nothing is found of it. */
export const SEARCH_KINDS = ["suburb", "stock", "series", "member", "take", "article"] as const;

/** Entries of one kind that are found by words. */
export interface Searchable {
  /** What callers know the kind by. */
  readonly kind: (typeof SEARCH_KINDS)[number];
  /**
   * SQL over the serving tables. Its columns: `id`, the key that methods take; `title`; `detail`, which tells it from
   * others; `names`, further text that counts as much as the title; `words`, text that counts less; `weight`, larger
   * for what comes first among equals. All but id and title may be null.
   */
  readonly sql: string;
  /** The switch that hides them while it is off. */
  readonly hiddenBy?: keyof Switches;
}

/**
 * A subject of the API, from its aggregates to its methods. Registries, documents, reflection, the library and the list
 * of golden requests follow from these members.
 */
export interface Domain {
  readonly name: string;
  /** The methods that it answers, each with an example. */
  readonly samples: readonly Sample[];
  /** What is computed when a snapshot is built; an aggregate comes after those whose tables it reads. */
  aggregates(): Promise<readonly Aggregate[]>;
  /** Answers by key that are encoded when a snapshot is built, from the tables of the aggregates. */
  pages?(): Promise<readonly PageSet[]>;
  /** The tables of a snapshot that its open questions ask: no others are loaded while one is served. */
  readonly openTables?: readonly string[];
  /** Those of its sets of pages whose columns are scanned in place: all threads of a server share their memory. */
  readonly sharedColumns?: readonly string[];
  /** What Search finds of it. */
  readonly searchables?: readonly Searchable[];
  /** Those of its methods that answer as soon as the port is open. */
  readonly readyMethods?: OpenMethods;
  /** Rows that callers may take away as files: a route, a page of the documents and a data dictionary each. */
  readonly exports?: readonly Export[];
  /** Loads the code of the others. It happens with the first call of one, so that a server answers filters before. */
  methods(): Promise<OpenMethods>;
}

export function sample(desc: DescMethodUnary, tables: MethodTables, request: object, draw?: Draw): Sample {
  return draw === undefined ? { desc, tables, request } : { desc, tables, request, draw };
}

export function reads(needs: readonly string[], adds: readonly string[] = []): MethodTables {
  return { needs, adds };
}

/** The name that a method is known by everywhere: `package.Service/Method`. */
export function fullName({ parent, name }: DescMethod): string {
  return `${parent.typeName}/${name}`;
}
