import { signal } from "@preact/signals";
import type { CitedSource } from "../parts/citation.ts";
import { inSnapshot } from "./snapshot-path.ts";
import { jsonAt } from "./terrace.ts";

export interface Source extends CitedSource {
  readonly url?: string;
  readonly attribution?: string;
  readonly tables: readonly string[];
}

/** Why a dataset table has no rows, and what fills it. */
interface TableGap {
  readonly why: string;
  readonly fills: string;
  readonly guide: string;
}

export const holdings = signal<ReturnType<typeof heldOf> | undefined>(undefined);
/** True once the holdings arrived or failed: until then no screen reports anything as missing. */
export const isHeldKnown = signal(false);

interface Answer {
  readonly sources: readonly Source[];
  readonly tables: Readonly<Record<string, number>>;
  readonly table_gaps: Readonly<Record<string, TableGap>>;
  readonly metric_gaps: Readonly<Record<string, string>>;
  readonly metric_floors: Readonly<Record<string, number>>;
}

/** Fetches what the snapshot holds. After a failure every screen acts as if it held everything. */
export async function loadHoldings(): Promise<void> {
  holdings.value = (await jsonAt(inSnapshot("/v1/sources"), heldOf)) ?? holdings.peek();
  isHeldKnown.value = true;
}

const heldOf = (answer: Answer) => ({
  sources: new Map(answer.sources.map((source) => [source.id, source])),
  tables: new Set(Object.keys(answer.tables)),
  tableGaps: new Map(Object.entries(answer.table_gaps)),
  gaps: new Map(Object.entries(answer.metric_gaps)),
  /** Minimum residents of a suburb with a figure, by metric. */
  floors: new Map(Object.entries(answer.metric_floors)),
});

/** Returns whether any of the dataset tables has rows; true before the holdings arrive. */
export function holdsAny(...tables: readonly string[]): boolean {
  const held = holdings.value;
  return held === undefined || tables.some((table) => held.tables.has(table));
}

export function sourcesOfTable(table: string): readonly Source[] {
  return [...(holdings.value?.sources.values() ?? [])].filter(({ tables }) => tables.includes(table));
}
