import type { ImportCell } from "../importer.ts";
import {
  CENSUS_DERIVATIONS,
  CENSUS_LARGEST,
  type CellLookup,
  difference,
  type LargestGroup,
  percentage,
  RATE_POPULATION_FLOOR,
} from "./census-derivations.ts";

/**
 * The census columns of one suburb. A column whose cells were not given is left out; one whose gate is closed is null.
 * Without a population the gate of a rate cannot be shown to be open, so it is null too.
 */
export function deriveRow(cell: CellLookup): Record<string, ImportCell> {
  const row: Record<string, ImportCell> = {};
  for (const derivation of CENSUS_DERIVATIONS) {
    const value = derivation.value(cell);
    if (value !== undefined) row[derivation.column] = value;
  }
  const isOpen = Number(row.population ?? 0) >= RATE_POPULATION_FLOOR;
  for (const { column, kind } of CENSUS_DERIVATIONS) {
    const isRate = kind === "share" || kind === "rate";
    if (isRate && !isOpen && row[column] !== undefined) row[column] = null;
  }
  for (const group of CENSUS_LARGEST) Object.assign(row, largest(group, cell, isOpen));
  return row;
}

function largest(group: LargestGroup, cell: CellLookup, isOpen: boolean): Record<string, ImportCell> {
  const denominator = cell(group.denominator);
  if (denominator === undefined) return {};
  let best: { name: string; size: number } | undefined;
  for (const { name, add, subtract = [] } of group.groups) {
    const size = difference(add, subtract, cell);
    if (size === undefined) return {};
    if (size > (best?.size ?? 0)) best = { name, size };
  }
  if (!isOpen || denominator === 0) return { [group.nameColumn]: null, [group.shareColumn]: null };
  // Nobody is in any of the groups: that is known, and 0 says so, where null says that nothing is.
  return {
    [group.nameColumn]: best?.name ?? null,
    [group.shareColumn]: percentage(best?.size ?? 0, denominator)!,
  };
}
