import { readFileSync } from "node:fs";

/** One field as a line of a field table states it. */
interface TableField {
  readonly number: number;
  readonly name: string;
  readonly label: "plain" | "optional" | "repeated" | "oneof";
  readonly type: string;
}

/** Fields by message name, in the order of the file. */
export type FieldTable = ReadonlyMap<string, readonly TableField[]>;

const FIELD_LINE = /^ +(\d+) ([a-z][a-z0-9_]*) (?:(optional|repeated|oneof) )?(\w+)$/;

/** The field table of a file in test/fixtures. A line that is neither message, field nor comment is an error. */
export function readFieldTable(fixture: string): FieldTable {
  const path = new URL(`../../fixtures/${fixture}`, import.meta.url);
  const table = new Map<string, TableField[]>();
  let fields: TableField[] = [];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const match = FIELD_LINE.exec(line);
    if (match) {
      const [, number, name, label, type] = match;
      fields.push({ number: Number(number), name, label: (label ?? "plain") as TableField["label"], type });
    } else if (/^[A-Z]\w*$/.test(line) && !table.has(line)) {
      fields = [];
      table.set(line, fields);
    } else {
      throw new Error(`${fixture}: cannot read ${JSON.stringify(line)}`);
    }
  }
  return table;
}

/** The lowerCamelCase JSON name of a proto field name; a digit after an underscore stays as it is. */
export function jsonNameOf(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
