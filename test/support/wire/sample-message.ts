import { type FieldTable, jsonNameOf, type TableField } from "../run/field-table.ts";
import { bytesField, doubleField, floatBytes, floatField, varint, varintField } from "./wire-writer.ts";

/** One message three ways: wire bytes, decoded members, proto3 JSON. */
export interface Sample {
  readonly bytes: number[];
  readonly members: Record<string, unknown>;
  readonly json: Record<string, unknown>;
}

/** Enum samples: number and JSON name of one value other than zero. */
const ENUM_SAMPLES: Record<string, readonly [number, string]> = {
  AffordLimit: [3, "AFFORD_LIMIT_DEPOSIT"],
  DeclarationHolder: [2, "DECLARATION_HOLDER_SPOUSE_PARTNER"],
  MetricKind: [2, "METRIC_KIND_CATEGORICAL"],
  ReceiptKind: [3, "RECEIPT_KIND_SUBSCRIPTION"],
  VerdictLabel: [4, "VERDICT_LABEL_BULLISH"],
  RegisterHolder: [2, "REGISTER_HOLDER_SPOUSE_PARTNER"],
  RegisterChangeKind: [2, "REGISTER_CHANGE_KIND_REMOVED"],
};

/** A message with every field of the table set, nested messages too. Values differ from field to field. */
export function sampleMessage(table: FieldTable, message: string, seed = 1): Sample {
  const fields = table.get(message);
  if (!fields) throw new Error(`no message ${message} in the table`);
  const sample: Sample = { bytes: [], members: {}, json: {} };
  for (const field of fields) {
    const name = jsonNameOf(field.name);
    const part = sampleField(table, field, seed * 7 + field.number);
    sample.bytes.push(...part.bytes);
    sample.members[name] = part.member;
    sample.json[name] = part.json;
  }
  return sample;
}

interface Part {
  readonly bytes: number[];
  readonly member: unknown;
  readonly json: unknown;
}

function sampleField(table: FieldTable, field: TableField, seed: number): Part {
  if (field.label === "oneof") throw new Error(`${field.name}: oneof fields have no sample`);
  if (field.label !== "repeated") return sampleValue(table, field, seed);
  const parts = [seed, seed + 1].map((s) => sampleValue(table, field, s));
  const member = parts.map((part) => part.member);
  return { bytes: repeatedBytes(field, parts), member, json: parts.map((part) => part.json) };
}

function repeatedBytes(field: TableField, parts: readonly Part[]): number[] {
  const numbers = parts.map((part) => Number(part.member));
  if (field.type === "float") return bytesField(field.number, floatBytes(numbers));
  if (field.type === "double")
    return bytesField(field.number, [...new Uint8Array(Float64Array.from(numbers).buffer)]);
  if (["uint32", "int32"].includes(field.type) || field.type in ENUM_SAMPLES)
    return bytesField(field.number, numbers.flatMap(varint));
  return parts.flatMap((part) => part.bytes);
}

function sampleValue(table: FieldTable, { number, type }: TableField, seed: number): Part {
  switch (type) {
    case "string":
      return same(bytesField(number, `é${seed}`), `é${seed}`);
    case "bool":
      return same(varintField(number, 1), true);
    case "int32":
    case "uint32":
      return same(varintField(number, seed * 100), seed * 100);
    case "int64": {
      // More than 32 bits hold; in JSON it is a text.
      const value = 5_000_000_000n + BigInt(seed);
      return { bytes: varintField(number, value), member: value, json: String(value) };
    }
    case "double":
      return same(doubleField(number, -seed - 0.1), -seed - 0.1);
    case "float":
      return same(floatField(number, seed + 0.25), seed + 0.25);
    case "bytes":
      return {
        ...same(bytesField(number, [seed, 0, 255]), new Uint8Array([seed, 0, 255])),
        json: base64(seed),
      };
    case "Timestamp":
      return sampleTimestamp(number, seed);
  }
  const value = ENUM_SAMPLES[type];
  if (value) return { bytes: varintField(number, value[0]), member: value[0], json: value[1] };
  const { bytes, members, json } = sampleMessage(table, type, seed);
  return { bytes: bytesField(number, bytes), member: members, json };
}

function same(bytes: number[], value: unknown): Part {
  return { bytes, member: value, json: value };
}

function base64(seed: number): string {
  return Buffer.from([seed, 0, 255]).toString("base64");
}

function sampleTimestamp(number: number, seed: number): Part {
  const date = new Date(Date.UTC(2026, 7, 13) + seed * 86_400_000);
  const seconds = BigInt(date.getTime() / 1000);
  return {
    bytes: bytesField(number, varintField(1, seconds)),
    member: { seconds, nanos: 0 },
    json: date.toISOString().replace(".000Z", "Z"),
  };
}
