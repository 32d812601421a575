import { type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { fieldsLeadingTo } from "../../runtime/leading-fields.ts";
import type { Row } from "./row-message.ts";

const NOT_NUMBERS: ReadonlySet<ScalarType> = new Set([ScalarType.BOOL, ScalarType.STRING, ScalarType.BYTES]);

/** Numbers without presence, and the messages and lists of messages that have any. */
const numberFields = fieldsLeadingTo(
  (field) =>
    field.fieldKind === "scalar" &&
    field.presence === FeatureSet_FieldPresence.IMPLICIT &&
    !NOT_NUMBERS.has(field.scalar),
);

/**
 * Paths of the numbers of a message that cannot be absent on the wire and are not known: null, or not there, in the row
 * that the message is made from, whose columns are called like the fields. What is absent as a whole is not looked at.
 */
export function absentNumbers(schema: DescMessage, row: Row, path = ""): string[] {
  const absent: string[] = [];
  walkOf(schema)(row, path, absent);
  return absent;
}

/** Adds what is absent of a row at a path. */
type Walk = (row: Row, path: string, absent: string[]) => void;

const walks = new WeakMap<DescMessage, Walk>();

/** Code that looks at each field by its name, compiled once a type: thousands of rows are of the same. */
function walkOf(schema: DescMessage): Walk {
  const known = walks.get(schema);
  if (known !== undefined) return known;
  const fields = numberFields(schema);
  // A type may hold itself.
  const children = fields.map(
    ({ message }): Walk =>
      (row, path, absent) =>
        walkOf(message!)(row, path, absent),
  );
  const lines = fields.map(({ name, localName, message }, f) => {
    const value = `v = r.${name} ?? r.${localName};`;
    if (message === undefined) return `${value} if (v === null || v === undefined) a.push(n[${f}]);`;
    return `${value}
if (Array.isArray(v)) for (let i = 0; i < v.length; i++) w[${f}](v[i], \`\${n[${f}]}[\${i}].\`, a);
else if (typeof v === "object" && v !== null) w[${f}](v, \`\${n[${f}]}.\`, a);`;
  });
  // Names are made once a path, of which there are few.
  const names = new Map<string, string[]>();
  const namesAt = (path: string) => {
    const found = names.get(path) ?? fields.map(({ name }) => path + name);
    names.set(path, found);
    return found;
  };
  const code = `return (r, path, a) => { const n = namesAt(path); let v; ${lines.join("\n")} };`;
  const walk = new Function("w", "namesAt", code)(children, namesAt) as Walk;
  walks.set(schema, walk);
  return walk;
}
