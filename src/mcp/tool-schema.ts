import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { protoComment } from "../rpc/proto-comments.ts";
import { schemaBounds } from "../rpc/request-bounds.ts";
import { TerraceError } from "../runtime/errors.ts";
import type { Tool, ToolMethod } from "./tools/tool.ts";

export type JsonSchema = { readonly [key: string]: unknown };

const CONDITION = {
  type: "string",
  description:
    'Condition over metrics, states and names, such as: price <= 900000 and distance_to_coast < 10 and not state in (NT) and name contains "bay".',
};

export const CURSOR = {
  type: "string",
  description: "next_cursor from an answer to the same arguments; returns the next part of its lists.",
};

/** The schema of an object that has no other properties. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required?: readonly string[],
): JsonSchema {
  return { type: "object", properties, ...(required && { required }), additionalProperties: false };
}

/** The input schema of a tool, from its methods' request fields and their proto comments. */
export function toolSchema(tool: Tool, inputOf: (method: string) => DescMessage): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const methods: readonly ToolMethod[] = tool.instead === undefined ? [tool] : [tool, tool.instead];
  for (const { method, arguments: names } of methods) {
    const input = inputOf(method);
    for (const name of names) {
      const field = input.fields.find((one) => one.localName === name);
      if (field === undefined)
        throw new TerraceError("internal", `${tool.name}: ${input.typeName} has no ${name}`);
      properties[name] ??= fieldSchema(field);
    }
  }
  if (tool.takesCondition === true) properties.where = CONDITION;
  return objectSchema({ ...properties, cursor: CURSOR });
}

function fieldSchema(field: DescField): JsonSchema {
  const description = protoComment(`${field.parent.typeName}.${field.name}`);
  const { own, entry } = schemaBounds(field);
  if (field.fieldKind === "list") {
    const items =
      field.listKind === "message"
        ? messageSchema(field.message)
        : { type: scalarType(field.scalar ?? ScalarType.STRING), ...entry };
    return { type: "array", ...own, items, description };
  }
  if (field.fieldKind === "scalar") return { type: scalarType(field.scalar), ...own, description };
  if (field.fieldKind === "message") return { ...messageSchema(field.message), description };
  return { type: "string", description };
}

function messageSchema(message: DescMessage): JsonSchema {
  return objectSchema(
    Object.fromEntries(message.fields.map((field) => [field.localName, fieldSchema(field)])),
  );
}

function scalarType(scalar: ScalarType): string {
  switch (scalar) {
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return "string";
    case ScalarType.BOOL:
      return "boolean";
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE:
      return "number";
    default:
      return "integer";
  }
}
