import { signal } from "@preact/signals";
import type { CitedSource } from "../parts/citation.ts";
import { inSnapshot } from "./snapshot-path.ts";
import { jsonAt } from "./terrace.ts";

/** Who published a part of the data, when, under which licence. */
export interface Source extends CitedSource {
  readonly url?: string;
  readonly attribution?: string;
  readonly tables: readonly string[];
}

/** Why a dataset table has no rows, and what brings them. */
export interface TableGap {
  readonly why: string;
  readonly fills: string;
  readonly guide: string;
}

export const holdings = signal<ReturnType<typeof heldOf> | undefined>(undefined);
/** True once it is known, or will not be: until then no screen says that something is missing. */
export const isHeldKnown = signal(false);

interface Answer {
  readonly sources: readonly Source[];
  readonly tables: Readonly<Record<string, number>>;
  readonly table_gaps: Readonly<Record<string, TableGap>>;
  readonly metric_gaps: Readonly<Record<string, string>>;
  readonly metric_floors: Readonly<Record<string, number>>;
}

/** Asks what the snapshot holds; a failure leaves every screen as if it held everything. */
export async function loadHoldings(): Promise<void> {
  holdings.value = (await jsonAt(inSnapshot("/v1/sources"), heldOf)) ?? holdings.peek();
  isHeldKnown.value = true;
}

/** What the snapshot holds: its sources, the dataset tables with and without rows, what metrics wait for and need. */
const heldOf = (answer: Answer) => ({
  sources: new Map(answer.sources.map((source) => [source.id, source])),
  tables: new Set(Object.keys(answer.tables)),
  tableGaps: new Map(Object.entries(answer.table_gaps)),
  gaps: new Map(Object.entries(answer.metric_gaps)),
  /** Fewest residents of a suburb with a figure, by metric. */
  floors: new Map(Object.entries(answer.metric_floors)),
});

/** Whether any of the dataset tables has rows; true while that is not known. */
export function holdsAny(...tables: readonly string[]): boolean {
  const held = holdings.value;
  return held === undefined || tables.some((table) => held.tables.has(table));
}

/** The sources that fill a dataset table. */
export function sourcesOfTable(table: string): readonly Source[] {
  return [...(holdings.value?.sources.values() ?? [])].filter(({ tables }) => tables.includes(table));
}
