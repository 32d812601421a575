import type { SchemaTree } from "hyparquet";
import { TerraceError } from "../../runtime/errors.ts";

/** The values of a leaf of a column: an array inside for each struct that may be missing, two for each list. */
type LeafValues = ArrayLike<unknown>;

/** Makes the values of a column, structs as objects and lists as arrays, from those of its leaves in the order of the schema. */
export type NestedColumn = (leaves: readonly LeafValues[]) => unknown[];

/**
 * Code that reads a column of a Parquet file from its leaves, for which each struct is one literal. The library makes an
 * object a level and a struct, which takes three times as long.
 */
export function nestedColumn(column: SchemaTree): NestedColumn {
  const lists: string[] = [];
  const names = leafPaths(column).map((_, i) => `c${i}`);
  const value = valueCode(
    column,
    names.map((name) => `${name}[i]`),
    lists,
  );
  return new Function(
    "number",
    `${lists.join("\n")}
return ([${names.join(", ")}]) => {
  const values = new Array(c0.length);
  for (let i = 0; i < values.length; i++) values[i] = ${value};
  return values;
};`,
  )(numberOf) as NestedColumn;
}

/** Paths of the columns that hold values, in the order of the schema. */
export function leafPaths({ children, path }: SchemaTree): string[] {
  return children.length === 0 ? [leafName(path)] : children.flatMap(leafPaths);
}

export function leafName(path: readonly string[]): string {
  return path.join("\0");
}

/** Code for a value from code for the place of each of its leaves; a list is made by a function that is added to `lists`. */
function valueCode(node: SchemaTree, leaves: readonly string[], lists: string[]): string {
  const { element, children } = node;
  if (children.length === 0) return element.type === "INT64" ? `number(${leaves[0]})` : leaves[0];
  const isOptional = element.repetition_type === "OPTIONAL";
  const inside = isOptional ? leaves.map((leaf) => `${leaf}[0]`) : leaves;
  const value = isList(node) ? listCode(node, inside, lists) : structCode(node, inside, lists);
  return isOptional ? `(${leaves[0]}.length === 0 ? null : ${value})` : value;
}

function isList({ element, children }: SchemaTree): boolean {
  if (element.converted_type === "MAP")
    throw new TerraceError("internal", `the column ${element.name} is a map, which no set of pages reads`);
  return element.converted_type === "LIST" && children[0].children.length === 1;
}

function structCode({ children }: SchemaTree, leaves: readonly string[], lists: string[]): string {
  let at = 0;
  const members = children.map((child) => {
    const own = leaves.slice(at, at + leafPaths(child).length);
    at += own.length;
    return `${JSON.stringify(child.element.name)}: ${valueCode(child, own, lists)}`;
  });
  return `{ ${members.join(", ")} }`;
}

function listCode({ children }: SchemaTree, leaves: readonly string[], lists: string[]): string {
  const names = leaves.map((_, i) => `a${i}`);
  const each = valueCode(
    children[0].children[0],
    names.map((name) => `${name}[j]`),
    lists,
  );
  const number = lists.push(`function list${lists.length}(${names.join(", ")}) {
  const values = new Array(a0.length);
  for (let j = 0; j < values.length; j++) values[j] = ${each};
  return values;
}`);
  return `list${number - 1}(${leaves.join(", ")})`;
}

const numberOf = (value: unknown) => (typeof value === "bigint" ? Number(value) : value);
