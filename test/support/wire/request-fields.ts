import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";

/** A text or a list somewhere in a request, and a JSON request that holds nothing but a value there. */
export interface SizedField {
  readonly field: DescField;
  /** As an error names it, such as `filter.category.labels`. */
  readonly path: string;
  /** The request with this JSON value at the field, over whatever else the request has. */
  request(value: unknown, base?: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

const isText = (field: DescField) => field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES;

/** Every text and every list that a message can hold, each message type entered once on a way down. */
export function sizedFields(desc: DescMessage): SizedField[] {
  return fieldsOf(desc, new Set());
}

function fieldsOf(desc: DescMessage, above: ReadonlySet<DescMessage>): SizedField[] {
  if (above.has(desc) || desc.typeName.startsWith("google.protobuf.")) return [];
  const within = new Set(above).add(desc);
  return desc.fields.flatMap((field) => {
    const isList = field.fieldKind === "list" || field.fieldKind === "map";
    const own: SizedField = {
      field,
      path: field.name,
      request: (value, base = {}) => ({ ...base, [field.jsonName]: value }),
    };
    const { message } = field;
    const inner = message === undefined ? [] : fieldsOf(message, within);
    return [
      ...(isList || isText(field) ? [own] : []),
      ...inner.map(
        (one): SizedField => ({
          field: one.field,
          path: `${field.name}${isList ? "[0]" : ""}.${one.path}`,
          request: (value, base = {}) => {
            const inside = one.request(value);
            return { ...base, [field.jsonName]: isList ? [inside] : inside };
          },
        }),
      ),
    ];
  });
}
