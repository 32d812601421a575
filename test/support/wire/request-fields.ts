import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";

/** A string or list field of a request, and a JSON request in which only this field is set. */
export interface SizedField {
  readonly field: DescField;
  /** The path in error messages, such as `filter.category.labels`. */
  readonly path: string;
  /** The request with this JSON value at the field, merged over `base`. */
  request(value: unknown, base?: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

const isText = (field: DescField) => field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES;

/** Every string and list field of a message; each message type is entered once per path. */
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
