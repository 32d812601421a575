import type { SchemaTree } from "hyparquet";
import { TerraceError } from "../../runtime/errors.ts";
import type { Leaf, LeafShape } from "./leaf-column.ts";

/** Assembles values (structs as objects, lists as arrays) from leaves in schema order. */
export type NestedColumn = (leaves: readonly Leaf[], rows: number) => unknown[] | undefined;

/** Leaves of a column in schema order; a column without children is its own leaf. */
export function leavesOf({ element, children }: SchemaTree, definition = 0, repetition = 0): LeafShape[] {
  const isRepeated = element.repetition_type === "REPEATED";
  const shape = {
    element,
    definition: definition + (element.repetition_type === "REQUIRED" ? 0 : 1),
    repetition: repetition + (isRepeated ? 1 : 0),
  };
  if (children.length === 0) return [shape];
  return children.flatMap((child) => leavesOf(child, shape.definition, shape.repetition));
}

/** Compiles a reader of a column: one literal a struct, one cursor a leaf. Undefined if lengths mismatch. */
export function nestedColumn(column: SchemaTree): NestedColumn {
  const code: Code = { functions: [], leaves: 0 };
  const value = valueCode(column, 0, 0, code);
  const each = (text: (leaf: number) => string) => Array.from({ length: code.leaves }, (_, i) => text(i));
  return new Function(
    "leaves",
    "rows",
    `${each((i) => `const { values: v${i}, definitions: d${i}, repetitions: r${i} } = leaves[${i}]; let p${i} = 0;`).join("\n")}
${code.functions.join("\n")}
const values = new Array(rows);
for (let i = 0; i < rows; i++) values[i] = ${value};
return ${each((i) => `p${i} === v${i}.length`).join(" && ")} ? values : undefined;`,
  ) as NestedColumn;
}

interface Code {
  readonly functions: string[];
  /** Number of leaves visited so far. */
  leaves: number;
}

/** Code that reads a value and advances its leaves; `definition` and `repetition` are the parent's levels. */
function valueCode(node: SchemaTree, definition: number, repetition: number, code: Code): string {
  const { element, children } = node;
  const first = code.leaves;
  if (children.length === 0) return `v${code.leaves}[p${code.leaves++}++]`;
  const own = definition + (element.repetition_type === "OPTIONAL" ? 1 : 0);
  const isMissing = (level: number) => `d${first}[p${first}] < ${level}`;
  const past = () => Array.from({ length: code.leaves - first }, (_, i) => `p${first + i}++`).join(", ");
  if (!isList(node)) {
    const members = children.map(
      (child) => `${JSON.stringify(child.element.name)}: ${valueCode(child, own, repetition, code)}`,
    );
    const value = `{ ${members.join(", ")} }`;
    return own === definition ? `(${value})` : `(${isMissing(own)} ? (${past()}, null) : ${value})`;
  }
  const each = valueCode(children[0].children[0], own + 1, repetition + 1, code);
  const number = code.functions.push(`function list${code.functions.length}() {
  if (${isMissing(own + 1)}) return ${isMissing(own)} ? (${past()}, null) : (${past()}, []);
  const values = [];
  do values.push(${each}); while (r${first}[p${first}] > ${repetition});
  return values;
}`);
  return `list${number - 1}()`;
}

function isList({ element, children }: SchemaTree): boolean {
  if (element.converted_type === "MAP")
    throw new TerraceError("internal", `the column ${element.name} is a map, which no set of pages reads`);
  return element.converted_type === "LIST" && children[0].children.length === 1;
}
