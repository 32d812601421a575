import type { Comparison, Side } from "./open-comparison.ts";

/** A field that differs between two rows of the same key; null for a missing value. */
export interface ChangedField {
  readonly key: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Keys in only one snapshot, and fields that differ for keys in both. All sorted. */
export type KeyedDifference = Awaited<ReturnType<typeof changedFields>>;

export type KeyColumns = string | readonly string[];

/** Compares the string columns of a table by key. */
export async function changedFields(
  { db, rows, columns }: Comparison,
  table: string,
  keyColumns: KeyColumns,
) {
  const keys = [keyColumns].flat();
  const types = new Map([...columns("before", table), ...columns("after", table)]);
  const fields = [...types.keys()].filter((name) => types.get(name) === "VARCHAR" && !keys.includes(name));
  const side = (name: Side) =>
    `(SELECT ${keyText(keys)} AS key, * FROM ${rows(name, table, [...keys, ...fields])})`;
  const onlyIn = async (one: Side, other: Side) => {
    const found = await db.rows<{ key: string }>(
      `SELECT key FROM ${side(one)} ANTI JOIN ${side(other)} USING (key) ORDER BY key`,
    );
    return found.map((row) => row.key);
  };
  const changes = fields.map(
    (field) => `
SELECT b.key, '${field}' AS field, b."${field}" AS "before", a."${field}" AS "after"
FROM ${side("before")} AS b JOIN ${side("after")} AS a USING (key)
WHERE b."${field}" IS DISTINCT FROM a."${field}"`,
  );
  return {
    added: await onlyIn("after", "before"),
    removed: await onlyIn("before", "after"),
    changed:
      changes.length === 0
        ? []
        : await db.rows<ChangedField>(`${changes.join("\nUNION ALL")}\nORDER BY key, field`),
  };
}

/** SQL that joins the key columns into one string. */
export function keyText(keyColumns: KeyColumns): string {
  return `concat_ws(' ', ${[keyColumns]
    .flat()
    .map((column) => `"${column}"`)
    .join(", ")})`;
}

/** Fields that differ between two records, sorted by name. */
export function fieldChanges(
  key: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ChangedField[] {
  const text = (value: unknown) =>
    value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .map((field) => ({ key, field, before: text(before[field]), after: text(after[field]) }))
    .filter((change) => change.before !== change.after);
}
