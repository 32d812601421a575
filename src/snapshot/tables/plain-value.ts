import type { DuckDBValue } from "@duckdb/node-api";

/**
 * Converts a DuckDB value to plain JavaScript: dates to day numbers since 1970-01-01, timestamps to epoch
 * milliseconds, integers to numbers, lists to arrays, structs to objects.
 */
export function plainValue(value: DuckDBValue): unknown {
  if (value === null || typeof value !== "object") return typeof value === "bigint" ? Number(value) : value;
  if ("micros" in value) return Number(value.micros) / 1000;
  if ("days" in value && !("months" in value)) return value.days;
  if ("items" in value) return (value.items as readonly DuckDBValue[]).map(plainValue);
  if ("entries" in value && !Array.isArray(value.entries)) {
    const object: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(value.entries))
      object[name] = plainValue(entry as DuckDBValue);
    return object;
  }
  throw new TypeError(`a serving table holds a value of unknown kind: ${String(value)}`);
}
