import { asyncBufferFromFile, parquetMetadataAsync, parquetSchema, type SchemaTree } from "hyparquet";
import { badSnapshot } from "../runtime/errors.ts";
import { DICTIONARY_KEY } from "../snapshot/build/table-dictionary.ts";

type PlainType = "string" | "integer" | "long" | "float" | "double" | "boolean" | "date" | "timestamp";

/** Column type in terms that table formats share; a timestamp has no time zone. */
export type ColumnType =
  | PlainType
  | { readonly list: ColumnType }
  | { readonly struct: readonly TableColumn[] };

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Description from the dictionary in the file. */
  readonly doc?: string | undefined;
}

/** Columns of a table's Parquet file; all are nullable. */
export async function tableColumns(path: string): Promise<TableColumn[]> {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path), { initialFetchSize: 65_536 });
  const text = metadata.key_value_metadata?.find(({ key }) => key === DICTIONARY_KEY)?.value;
  const dictionary: { columns: TableColumn[] } = text === undefined ? { columns: [] } : JSON.parse(text);
  const docs = new Map(dictionary.columns.map(({ name, doc }) => [name, doc]));
  return parquetSchema(metadata).children.map((tree) => ({
    ...columnFrom(tree, path),
    doc: docs.get(tree.element.name),
  }));
}

function columnFrom({ element, children }: SchemaTree, path: string): TableColumn {
  const { name, converted_type: converted } = element;
  // LIST: a group with a repeated group, which has the element.
  if (converted === "LIST") return { name, type: { list: columnFrom(children[0].children[0], path).type } };
  if (children.length > 0 && converted === undefined) {
    return { name, type: { struct: children.map((child) => columnFrom(child, path)) } };
  }
  const type = PLAIN_TYPES[[element.type, converted].filter((part) => part !== undefined).join(" ")];
  if (type !== undefined) return { name, type };
  const stored = converted ?? element.type ?? "group";
  throw badSnapshot(`${path}: the column ${name} is stored as ${stored}, which no table format has`);
}

const PLAIN_TYPES: Readonly<Record<string, PlainType>> = {
  "BYTE_ARRAY UTF8": "string",
  "INT32 INT_32": "integer",
  INT32: "integer",
  "INT64 INT_64": "long",
  INT64: "long",
  FLOAT: "float",
  DOUBLE: "double",
  BOOLEAN: "boolean",
  "INT32 DATE": "date",
  "INT64 TIMESTAMP_MICROS": "timestamp",
};
