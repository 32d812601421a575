import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type FieldTable, jsonNameOf, type TableField } from "../run/field-table.ts";

/** One message three ways: wire bytes, decoded members, proto3 JSON. */
export interface Sample {
  readonly bytes: Uint8Array<ArrayBuffer>;
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

/** How a scalar is written, which the writer has a function of the type's name for, and a value of it. */
const SCALARS = {
  string: [WireType.LengthDelimited, (seed: number) => `é${seed}`],
  bytes: [WireType.LengthDelimited, (seed: number) => new Uint8Array([seed, 0, 255])],
  bool: [WireType.Varint, () => true],
  int32: [WireType.Varint, (seed: number) => seed * 100],
  uint32: [WireType.Varint, (seed: number) => seed * 100],
  // More than 32 bits hold; in JSON it is a text.
  int64: [WireType.Varint, (seed: number) => 5_000_000_000n + BigInt(seed)],
  double: [WireType.Bit64, (seed: number) => -seed - 0.1],
  float: [WireType.Bit32, (seed: number) => seed + 0.25],
} as const;

/** A message with every field of the table set, nested messages too. Values differ from field to field. */
export function sampleMessage(table: FieldTable, message: string, seed = 1): Sample {
  const fields = table.get(message);
  if (!fields) throw new Error(`no message ${message} in the table`);
  const writer = new BinaryWriter();
  const sample = { members: {} as Sample["members"], json: {} as Sample["json"] };
  for (const field of fields) {
    const name = jsonNameOf(field.name);
    const { member, json } = writeField(writer, table, field, seed * 7 + field.number);
    sample.members[name] = member;
    sample.json[name] = json;
  }
  return { bytes: writer.finish(), ...sample };
}

interface Value {
  readonly wire: WireType;
  readonly member: unknown;
  readonly json: unknown;
  write(writer: BinaryWriter): unknown;
}

function writeField(writer: BinaryWriter, table: FieldTable, field: TableField, seed: number) {
  const { name, number, label, type } = field;
  if (label === "oneof") throw new Error(`${name}: oneof fields have no sample`);
  const seeds = label === "repeated" ? [seed, seed + 1] : [seed];
  const values = seeds.map((one) => sampleValue(table, type, one));
  const [{ wire }] = values;
  if (label === "repeated" && wire !== WireType.LengthDelimited) {
    writer.tag(number, WireType.LengthDelimited).fork();
    for (const value of values) value.write(writer);
    writer.join();
  } else for (const value of values) value.write(writer.tag(number, wire));
  if (label !== "repeated") return values[0];
  return { member: values.map(({ member }) => member), json: values.map(({ json }) => json) };
}

function sampleValue(table: FieldTable, type: string, seed: number): Value {
  if (Object.hasOwn(SCALARS, type)) {
    const name = type as keyof typeof SCALARS;
    const [wire, draw] = SCALARS[name];
    const member = draw(seed);
    const json = typeof member === "bigint" ? String(member) : member;
    return {
      ...{ wire, member, json: member instanceof Uint8Array ? Buffer.from(member).toString("base64") : json },
      write: (writer) => writer[name](member as never),
    };
  }
  if (Object.hasOwn(ENUM_SAMPLES, type)) {
    const [member, json] = ENUM_SAMPLES[type];
    return { wire: WireType.Varint, member, json, write: (writer) => writer.int32(member) };
  }
  if (type === "Timestamp") {
    const date = new Date(Date.UTC(2026, 7, 13) + seed * 86_400_000);
    const seconds = BigInt(date.getTime() / 1000);
    return {
      ...{ wire: WireType.LengthDelimited, member: { seconds, nanos: 0 } },
      json: date.toISOString().replace(".000Z", "Z"),
      write: (writer) => writer.fork().tag(1, WireType.Varint).int64(seconds).join(),
    };
  }
  const { bytes, members, json } = sampleMessage(table, type, seed);
  const write = (writer: BinaryWriter) => writer.bytes(bytes);
  return { wire: WireType.LengthDelimited, member: members, json, write };
}
