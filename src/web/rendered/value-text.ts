import { formatValue, unitNote } from "../parts/format.ts";

/** A value with its unit in words. */
export function valueText(value: number, unit: string): string {
  return [formatValue(value, unit), unitNote(unit)].filter(Boolean).join(" ");
}
