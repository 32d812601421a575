import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { usedTypes } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { schemaBounds } from "../../../../rpc/request-bounds.ts";

/** A JSON schema in OpenAPI 3.1. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly contentEncoding?: string;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  /** What a missing field means; without it, missing means null. */
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** The comment of a full proto name; undefined if it has none. */
export type CommentOf = (name: string) => string | undefined;

const DECIMAL_TEXT = "integer as decimal string";

/** JSON types of scalars in proto3; 64-bit integers are strings. */
const SCALARS: Readonly<Record<ScalarType, Schema>> = {
  [ScalarType.DOUBLE]: { type: "number", format: "double" },
  [ScalarType.FLOAT]: { type: "number", format: "float" },
  [ScalarType.INT32]: { type: "integer", format: "int32" },
  [ScalarType.SINT32]: { type: "integer", format: "int32" },
  [ScalarType.SFIXED32]: { type: "integer", format: "int32" },
  [ScalarType.UINT32]: { type: "integer", format: "int64", minimum: 0 },
  [ScalarType.FIXED32]: { type: "integer", format: "int64", minimum: 0 },
  [ScalarType.INT64]: { type: "string", format: "int64", description: DECIMAL_TEXT },
  [ScalarType.SINT64]: { type: "string", format: "int64", description: DECIMAL_TEXT },
  [ScalarType.SFIXED64]: { type: "string", format: "int64", description: DECIMAL_TEXT },
  [ScalarType.UINT64]: { type: "string", format: "uint64", description: DECIMAL_TEXT },
  [ScalarType.FIXED64]: { type: "string", format: "uint64", description: DECIMAL_TEXT },
  [ScalarType.BOOL]: { type: "boolean" },
  [ScalarType.STRING]: { type: "string" },
  [ScalarType.BYTES]: { type: "string", contentEncoding: "base64" },
};

export function schemaRef(typeName: string): Schema {
  return { $ref: `#/components/schemas/${typeName}` };
}

/** Schemas of the messages and all types they use, by full name in alphabetical order. */
export function schemasOf(messages: readonly DescMessage[], commentOf: CommentOf): Record<string, Schema> {
  const types = new Set(messages.flatMap((message) => [message, ...usedTypes(message)]));
  const found = [...types].flatMap((type): [string, Schema][] => {
    if (type.kind === "enum") return [[type.typeName, enumSchema(type)]];
    return isTimestamp(type) ? [] : [[type.typeName, messageSchema(type)]];
  });
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));

  function messageSchema(message: DescMessage): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const field of message.fields) {
      properties[field.jsonName] = fieldSchema(message, field);
      if (isAlwaysThere(message, field)) required.push(field.jsonName);
    }
    return {
      type: "object",
      ...described(messageText(message)),
      properties,
      ...(required.length === 0 ? {} : { required }),
    };
  }

  function enumSchema(one: DescEnum): Schema {
    const values = one.values.map((value) => {
      const text = commentOf(`${one.typeName}.${value.name}`);
      return text === undefined ? `- \`${value.name}\`` : `- \`${value.name}\`: ${text}`;
    });
    const text = [commentOf(one.typeName), values.join("\n")].filter(Boolean).join("\n\n");
    return { type: "string", description: text, enum: one.values.map(({ name }) => name) };
  }

  /** Defaults are omitted, so a field is required only if its comment says required or never empty. */
  function isAlwaysThere(message: DescMessage, { name }: DescField): boolean {
    const text = commentOf(`${message.typeName}.${name}`) ?? "";
    return /[;,] required\b|\bRequired\.|\bnever empty\b/.test(text);
  }

  function fieldSchema(message: DescMessage, field: DescField): Schema {
    const text = commentOf(`${message.typeName}.${field.name}`);
    const absent = isAlwaysThere(message, field) ? {} : defaultOf(field);
    const { own, entry } = schemaBounds(field);
    if (field.fieldKind === "list") {
      const items = { ...elementSchema(field), ...entry };
      return { type: "array", ...described(text), ...absent, ...own, items };
    }
    if (field.fieldKind === "map") {
      return { type: "object", ...described(text), ...absent, additionalProperties: elementSchema(field) };
    }
    const schema = elementSchema(field);
    const both = [text, schema.description].filter(Boolean).join(" Sent as a ");
    return { ...schema, ...described(both), ...absent, ...own };
  }

  function elementSchema(field: DescField): Schema {
    if (field.message !== undefined) {
      if (isTimestamp(field.message)) return { type: "string", format: "date-time" };
      return schemaRef(field.message.typeName);
    }
    if (field.enum !== undefined) return schemaRef(field.enum.typeName);
    return SCALARS[field.scalar as ScalarType];
  }

  function messageText(message: DescMessage): string {
    const choices = message.oneofs.map(
      (oneof) => `At most one of ${oneof.fields.map(({ jsonName }) => `\`${jsonName}\``).join(", ")} is set.`,
    );
    return [commentOf(message.typeName), ...choices].filter(Boolean).join("\n\n");
  }
}

/** The default of a missing field; none for fields with explicit presence, where missing has a meaning. */
function defaultOf(field: DescField): Schema {
  if (field.fieldKind === "list") return { default: [] };
  if (field.fieldKind === "map") return { default: {} };
  if (field.presence !== FeatureSet_FieldPresence.IMPLICIT) return {};
  if (field.fieldKind === "enum") return { default: field.enum.values[0].name };
  if (field.fieldKind !== "scalar") return {};
  const { type } = SCALARS[field.scalar];
  return { default: type === "string" ? (isWhole(field.scalar) ? "0" : "") : type === "boolean" ? false : 0 };
}

function isWhole(scalar: ScalarType): boolean {
  return SCALARS[scalar].description === DECIMAL_TEXT;
}

function described(text: string | undefined): Schema {
  return text === undefined || text === "" ? {} : { description: text };
}

function isTimestamp(message: DescMessage): boolean {
  return message.typeName === "google.protobuf.Timestamp";
}
