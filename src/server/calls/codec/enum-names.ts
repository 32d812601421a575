import type { DescEnum, DescField, DescMessage } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { quoted } from "../../../rpc/request-rules.ts";
import { fieldsLeadingTo } from "../../../runtime/leading-fields.ts";
import { nearestNames } from "../../../runtime/nearest-names.ts";

/** Empty for most requests, which then skip the check. */
const enumFields = fieldsLeadingTo((field) => field.enum !== undefined);

/** Throws on unknown enum names in a JSON request: parsers that skip unknown fields skip these, too. */
export function refuseUnknownEnumNames(desc: DescMessage, value: unknown): void {
  checkMessage(desc, value, "");
}

/** Whether a message contains an enum, at any depth. */
export function holdsEnum(desc: DescMessage): boolean {
  return enumFields(desc).length > 0;
}

function checkMessage(desc: DescMessage, value: unknown, path: string): void {
  if (typeof value !== "object" || value === null) return;
  for (const field of enumFields(desc)) {
    for (const name of new Set([field.jsonName, field.name])) {
      if (Object.hasOwn(value, name)) {
        checkField(field, (value as Record<string, unknown>)[name], `${path}${field.name}`);
      }
    }
  }
}

function checkField(field: DescField, value: unknown, path: string): void {
  if (field.fieldKind === "list") {
    if (Array.isArray(value)) value.forEach((one, i) => void checkValue(field, one, `${path}[${i}]`));
  } else if (field.fieldKind === "map") {
    if (typeof value !== "object" || value === null) return;
    for (const [key, one] of Object.entries(value)) checkValue(field, one, `${path}[${quoted(key)}]`);
  } else checkValue(field, value, path);
}

function checkValue(field: DescField, value: unknown, path: string): void {
  if (field.enum !== undefined) checkName(field.enum, value, path);
  else if (field.message !== undefined) checkMessage(field.message, value, `${path}.`);
}

function checkName(desc: DescEnum, value: unknown, path: string): void {
  if (typeof value !== "string" || desc.values.some(({ name }) => name === value)) return;
  const names = desc.values.map(({ name }) => name);
  const nearest = nearestNames(value, names, 1)[0] ?? names[0];
  throw new ConnectError(
    `${path}: unknown name ${quoted(value)}; did you mean "${nearest}"? It is one of ${names.join(", ")}`,
    Code.InvalidArgument,
  );
}
