import { type CamelCase, camelCase } from "../../../runtime/camel-case.ts";

/** A row with member names instead of column names; null is unknown. */
export type CompactRow<TextName extends string, NumberName extends string> = {
  readonly [K in TextName as CamelCase<K>]: string | null;
} & { readonly [K in NumberName as CamelCase<K>]: number | null };

/** Columns of a table kept for a snapshot's life: numbers in typed arrays, equal texts held once. */
export interface CompactColumns<TextName extends string, NumberName extends string> {
  row(place: number): CompactRow<TextName, NumberName>;
}

/** Keeps the named columns of a result in which an unknown text is "" and an unknown number NaN. */
export function compactColumns<TextName extends string, NumberName extends string>(
  columns: Readonly<Record<TextName, readonly string[]> & Record<NumberName, readonly number[]>>,
  texts: readonly TextName[],
  numbers: readonly NumberName[],
): CompactColumns<TextName, NumberName> {
  const known = new Map<string, string>();
  const once = (text: string): string => {
    const same = known.get(text);
    if (same !== undefined) return same;
    known.set(text, text);
    return text;
  };
  const textColumns = texts.map((name) => ({
    member: camelCase(name),
    cells: (columns[name] as readonly string[]).map(once),
  }));
  const numberColumns = numbers.map((name) => ({
    member: camelCase(name),
    cells: Float64Array.from(columns[name] as readonly number[]),
  }));
  return {
    row: (place) => {
      const members: Record<string, string | number | null> = {};
      for (const { member, cells } of textColumns)
        members[member] = cells[place] === "" ? null : cells[place];
      for (const { member, cells } of numberColumns) {
        members[member] = Number.isNaN(cells[place]) ? null : cells[place];
      }
      return members as CompactRow<TextName, NumberName>;
    },
  };
}
