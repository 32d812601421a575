import { signal } from "@preact/signals";
import { watchedFetch } from "./terrace.ts";

/** Who published a part of the data, when, under which licence. */
export interface Source {
  readonly id: string;
  readonly publisher: string;
  readonly title: string;
  readonly licence: string;
  readonly vintage: string;
  readonly url?: string;
  readonly attribution?: string;
  readonly tables: readonly string[];
}

/** What the snapshot holds: its sources, the dataset tables that have rows, and what metrics wait for. */
export interface Holdings {
  readonly sources: ReadonlyMap<string, Source>;
  readonly tables: ReadonlySet<string>;
  readonly gaps: ReadonlyMap<string, string>;
}

export const holdings = signal<Holdings | undefined>(undefined);
/** True once it is known, or will not be: until then no screen says that something is missing. */
export const isHeldKnown = signal(false);

interface Answer {
  readonly sources: readonly Source[];
  readonly tables: Readonly<Record<string, number>>;
  readonly metric_gaps: Readonly<Record<string, string>>;
}

/** Asks what the snapshot holds; a failure leaves every screen as if it held everything. */
export async function loadHoldings(): Promise<void> {
  try {
    const response = await watchedFetch("/v1/sources");
    if (!response.ok) return;
    const { sources, tables, metric_gaps } = (await response.json()) as Answer;
    holdings.value = {
      sources: new Map(sources.map((source) => [source.id, source])),
      tables: new Set(Object.keys(tables)),
      gaps: new Map(Object.entries(metric_gaps)),
    };
  } catch {
    // The server is away: the notice says so.
  } finally {
    isHeldKnown.value = true;
  }
}

/** Whether any of the dataset tables has rows; true while that is not known. */
export function holdsAny(...tables: readonly string[]): boolean {
  const held = holdings.value;
  return held === undefined || tables.some((table) => held.tables.has(table));
}

/** The sources that fill a dataset table. */
export function sourcesOfTable(table: string): readonly Source[] {
  return [...(holdings.value?.sources.values() ?? [])].filter(({ tables }) => tables.includes(table));
}
