import type { ImportCell } from "../importer.ts";
import {
  CENSUS_DERIVATIONS,
  CENSUS_LARGEST,
  type Derivation,
  type LargestGroup,
  RATE_POPULATION_FLOOR,
  type Ratio,
} from "./census-derivations.ts";

/** A suburb's cell by table and short header; undefined when no file gave it. */
export type CellLookup = (cell: string) => number | undefined;

/**
 * The census columns of one suburb. A column whose cells were not given is left out; one whose gate is closed is null.
 * Without a population the gate of a rate cannot be shown to be open, so it is null too.
 */
export function deriveRow(cell: CellLookup): Record<string, ImportCell> {
  const row: Record<string, ImportCell> = {};
  for (const derivation of CENSUS_DERIVATIONS) {
    const value = derive(derivation, cell);
    if (value !== undefined) row[derivation.column] = value;
  }
  const isOpen = Number(row.population ?? 0) >= RATE_POPULATION_FLOOR;
  for (const derivation of CENSUS_DERIVATIONS) {
    const isRate = derivation.kind === "share" || derivation.kind === "rate";
    if (isRate && !isOpen && row[derivation.column] !== undefined) row[derivation.column] = null;
  }
  for (const group of CENSUS_LARGEST) Object.assign(row, largest(group, cell, isOpen));
  return row;
}

function derive(derivation: Derivation, cell: CellLookup): number | null | undefined {
  switch (derivation.kind) {
    case "count":
      return derivation.cells.map(cell).find((value) => value !== undefined);
    case "median": {
      const value = cell(derivation.cell);
      return value === 0 ? null : value;
    }
    case "rate": {
      const [value, denominator] = [cell(derivation.cell), cell(derivation.denominator)];
      if (value === undefined || denominator === undefined) return undefined;
      return denominator > 0 ? value : null;
    }
    case "share":
      return ratioOf(derivation, cell);
  }
}

/** The share, by other cells where some of the first were not given; undefined when neither way is open. */
function ratioOf(
  { otherwise, ...ratio }: Ratio & { otherwise?: Ratio },
  cell: CellLookup,
): number | null | undefined {
  const [plus, minus] = [sum(ratio.numerator, cell), sum(ratio.less ?? [], cell)];
  // The publisher perturbs small cells, so that parts can exceed their whole.
  const part = plus === undefined || minus === undefined ? undefined : Math.max(0, plus - minus);
  const value = percentage(part, cell(ratio.denominator));
  return value === undefined && otherwise !== undefined ? ratioOf(otherwise, cell) : value;
}

/** At most 100: the publisher perturbs small cells, so that a part can exceed its whole. */
function percentage(part: number | undefined, whole: number | undefined): number | null | undefined {
  if (part === undefined || whole === undefined) return undefined;
  return whole > 0 ? Math.min(100, (100 * part) / whole) : null;
}

function sum(cells: readonly string[], cell: CellLookup): number | undefined {
  let total = 0;
  for (const name of cells) {
    const value = cell(name);
    if (value === undefined) return undefined;
    total += value;
  }
  return total;
}

function largest(group: LargestGroup, cell: CellLookup, isOpen: boolean): Record<string, ImportCell> {
  const denominator = cell(group.denominator);
  if (denominator === undefined) return {};
  let best: { name: string; size: number } | undefined;
  for (const { name, add, subtract = [] } of group.groups) {
    const [plus, minus] = [sum(add, cell), sum(subtract, cell)];
    if (plus === undefined || minus === undefined) return {};
    const size = Math.max(0, plus - minus);
    if (size > (best?.size ?? 0)) best = { name, size };
  }
  if (!isOpen || denominator === 0) return { [group.nameColumn]: null, [group.shareColumn]: null };
  // Nobody is in any of the groups: that is known, and 0 says so, where null says that nothing is.
  return {
    [group.nameColumn]: best?.name ?? null,
    [group.shareColumn]: percentage(best?.size ?? 0, denominator)!,
  };
}
