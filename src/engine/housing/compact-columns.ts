import { type CamelCase, camelCase } from "../../model/camel-case.ts";

/** Columns of a table kept for a snapshot's life: numbers in typed arrays, equal texts held once. */
export interface CompactColumns<TextName extends string, NumberName extends string> {
  readonly rowCount: number;
  readonly texts: { readonly [K in TextName]: readonly (string | null)[] };
  /** NaN is null. */
  readonly numbers: { readonly [K in NumberName]: Float64Array };
}

/** A row with member names instead of column names. */
export type CompactRow<TextName extends string, NumberName extends string> = {
  readonly [K in TextName as CamelCase<K>]: string | null;
} & { readonly [K in NumberName as CamelCase<K>]: number | null };

export function compactColumns<TextName extends string, NumberName extends string>(
  columns: Readonly<Record<TextName | NumberName, readonly unknown[]>>,
  texts: readonly TextName[],
  numbers: readonly NumberName[],
): CompactColumns<TextName, NumberName> {
  const known = new Map<string, string>();
  const once = (cell: unknown): string | null => {
    if (typeof cell !== "string") return null;
    const same = known.get(cell);
    if (same !== undefined) return same;
    known.set(cell, cell);
    return cell;
  };
  const textColumns = texts.map((name) => [name, columns[name].map(once)]);
  const numberColumns = numbers.map((name) => [
    name,
    Float64Array.from(columns[name] as readonly (number | null)[], (cell) => cell ?? Number.NaN),
  ]);
  return {
    rowCount: columns[texts[0]].length,
    texts: Object.fromEntries(textColumns),
    numbers: Object.fromEntries(numberColumns),
  };
}

/** One row of the given columns. */
export function compactRow<TextName extends string, NumberName extends string>(
  columns: CompactColumns<TextName, NumberName>,
  texts: readonly TextName[],
  numbers: readonly NumberName[],
  row: number,
): CompactRow<TextName, NumberName> {
  const members: Record<string, string | number | null> = {};
  for (const name of texts) members[camelCase(name)] = columns.texts[name][row];
  for (const name of numbers) {
    const value = columns.numbers[name][row];
    members[camelCase(name)] = Number.isNaN(value) ? null : value;
  }
  return members as CompactRow<TextName, NumberName>;
}
