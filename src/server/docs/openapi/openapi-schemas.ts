import type { DescEnum, DescField, DescMessage } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";

/** A JSON schema as OpenAPI 3.1 holds it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly contentEncoding?: string;
  readonly minimum?: number;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** The comment of a full proto name; undefined when there is none. */
export type CommentOf = (name: string) => string | undefined;

const DECIMAL_TEXT = "whole number as decimal text";

/** What proto3 JSON writes for each scalar; 64-bit integers are texts there. */
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

/** Schemas of the messages and of everything they hold, by full name in alphabetical order. */
export function schemasOf(messages: readonly DescMessage[], commentOf: CommentOf): Record<string, Schema> {
  const found = new Map<string, Schema>();
  for (const message of messages) addMessage(message);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));

  function addMessage(message: DescMessage): void {
    if (found.has(message.typeName) || isTimestamp(message)) return;
    found.set(message.typeName, {});
    const properties: Record<string, Schema> = {};
    for (const field of message.fields) properties[field.jsonName] = fieldSchema(message, field);
    found.set(message.typeName, { type: "object", ...described(messageText(message)), properties });
  }

  function addEnum(one: DescEnum): void {
    const values = one.values.map((value) => {
      const text = commentOf(`${one.typeName}.${value.name}`);
      return text === undefined ? `- \`${value.name}\`` : `- \`${value.name}\`: ${text}`;
    });
    const text = [commentOf(one.typeName), values.join("\n")].filter(Boolean).join("\n\n");
    found.set(one.typeName, { type: "string", description: text, enum: one.values.map(({ name }) => name) });
  }

  function fieldSchema(message: DescMessage, field: DescField): Schema {
    const text = commentOf(`${message.typeName}.${field.name}`);
    if (field.fieldKind === "list") return { type: "array", ...described(text), items: elementSchema(field) };
    if (field.fieldKind === "map") {
      return { type: "object", ...described(text), additionalProperties: elementSchema(field) };
    }
    const schema = elementSchema(field);
    return { ...schema, ...described([text, schema.description].filter(Boolean).join(" Sent as a ")) };
  }

  function elementSchema(field: DescField): Schema {
    if (field.message !== undefined) {
      if (isTimestamp(field.message)) return { type: "string", format: "date-time" };
      addMessage(field.message);
      return schemaRef(field.message.typeName);
    }
    if (field.enum !== undefined) {
      addEnum(field.enum);
      return schemaRef(field.enum.typeName);
    }
    return SCALARS[field.scalar as ScalarType];
  }

  function messageText(message: DescMessage): string {
    const choices = message.oneofs.map(
      (oneof) => `At most one of ${oneof.fields.map(({ jsonName }) => `\`${jsonName}\``).join(", ")} is set.`,
    );
    return [commentOf(message.typeName), ...choices].filter(Boolean).join("\n\n");
  }
}

function described(text: string | undefined): Schema {
  return text === undefined || text === "" ? {} : { description: text };
}

function isTimestamp(message: DescMessage): boolean {
  return message.typeName === "google.protobuf.Timestamp";
}
