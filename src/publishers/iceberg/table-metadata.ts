import type { ColumnType, TableColumn } from "../table-file.ts";

interface Field {
  readonly id: number;
  readonly name: string;
  readonly required: false;
  readonly type: FieldType;
  readonly doc?: string;
}

type FieldType =
  | string
  | { readonly type: "struct"; readonly fields: readonly Field[] }
  | {
      readonly type: "list";
      readonly "element-id": number;
      readonly element: FieldType;
      readonly "element-required": false;
    };

export interface Schema {
  readonly type: "struct";
  readonly "schema-id": number;
  readonly fields: readonly Field[];
}

export interface TableSnapshot {
  readonly "snapshot-id": number;
  readonly "parent-snapshot-id"?: number;
  readonly "sequence-number": number;
  readonly "timestamp-ms": number;
  readonly "manifest-list": string;
  readonly summary: Readonly<Record<string, string>>;
  readonly "schema-id": number;
}

/** The parts of Iceberg's table metadata that a commit reads or changes. */
export interface TableMetadata {
  readonly "last-sequence-number": number;
  readonly "last-updated-ms": number;
  readonly "last-column-id": number;
  readonly schemas: readonly Schema[];
  readonly "current-snapshot-id": number;
  readonly snapshots: readonly TableSnapshot[];
  readonly "snapshot-log": readonly { readonly "timestamp-ms": number; readonly "snapshot-id": number }[];
  readonly "metadata-log": readonly { readonly "timestamp-ms": number; readonly "metadata-file": string }[];
}

/** Constant parts: no partitions, no sort order. */
export const FIXED = {
  "format-version": 2,
  "default-spec-id": 0,
  "partition-specs": [{ "spec-id": 0, fields: [] }],
  "last-partition-id": 999,
  "default-sort-order-id": 0,
  "sort-orders": [{ "order-id": 0, fields: [] }],
} as const;

/**
 * Schema of a table's columns; reuses a given schema with equal fields. The files have names but no ids, so a
 * field keeps the id of its name in any earlier schema, and new ones continue from `lastColumnId`.
 */
export function schemaFor(
  columns: readonly TableColumn[],
  before: readonly Schema[],
  lastColumnId: number,
): { readonly schema: Schema; readonly lastColumnId: number } {
  const ids = new Map<string, number>();
  for (const { fields } of before) for (const field of fields) collectIds(field, "", ids);
  let last = lastColumnId;
  const idOf = (path: string) => ids.get(path) ?? ++last;
  const fieldFrom = ({ name, type, doc }: TableColumn, parent: string): Field => {
    const path = `${parent}/${name}`;
    const id = idOf(path);
    return { id, name, required: false, type: typeFrom(type, path), ...(doc === undefined ? {} : { doc }) };
  };
  const typeFrom = (type: ColumnType, path: string): FieldType => {
    if (typeof type === "string") return type === "integer" ? "int" : type;
    if ("struct" in type) return { type: "struct", fields: type.struct.map((one) => fieldFrom(one, path)) };
    const element = fieldFrom({ name: "element", type: type.list }, path);
    return { type: "list", "element-id": element.id, element: element.type, "element-required": false };
  };
  const fields = columns.map((column) => fieldFrom(column, ""));
  const same = before.find((one) => JSON.stringify(one.fields) === JSON.stringify(fields));
  const id = 1 + Math.max(-1, ...before.map((one) => one["schema-id"]));
  return { schema: same ?? { type: "struct", "schema-id": id, fields }, lastColumnId: last };
}

function collectIds({ id, name, type }: Field, parent: string, ids: Map<string, number>): void {
  const path = `${parent}/${name}`;
  ids.set(path, id);
  for (const child of childrenOf(type)) collectIds(child, path, ids);
}

/** Fields within a type. The element of a list is a field called "element", as in the files. */
function childrenOf(type: FieldType): readonly Field[] {
  if (typeof type === "string") return [];
  if (type.type === "struct") return type.fields;
  return [{ id: type["element-id"], name: "element", required: false, type: type.element }];
}

/** Value of `schema.name-mapping.default`: field ids by name over all schemas of the table. */
export function nameMapping(schemas: readonly Schema[]): string {
  return JSON.stringify(mappedFields(schemas.flatMap(({ fields }) => fields)));
}

function mappedFields(fields: readonly Field[]): object[] {
  return Array.from(Map.groupBy(fields, ({ id }) => id).values(), (same) => {
    const children = mappedFields(same.flatMap(({ type }) => childrenOf(type)));
    return {
      "field-id": same[0].id,
      names: [same[0].name],
      ...(children.length === 0 ? {} : { fields: children }),
    };
  });
}
