import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  create,
  type DescField,
  type DescMessage,
  fromBinary,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { ReportMarketStatsSchema } from "../../../src/gen/shorts/v1alpha1/reports_pb.ts";
import { encodeMessage, rowEncoder } from "../../../src/snapshot/pages/encode-message.ts";
import { rowMessages } from "../../../src/snapshot/pages/row-message.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";

const GENERATED = join(import.meta.dirname, "../../../src/gen");
const { random, pick } = draws(runSeed("encoded messages"));

const files = readdirSync(GENERATED, { recursive: true, encoding: "utf8" });
const modules = await Promise.all(
  files.filter((name) => name.endsWith("_pb.ts")).map((name) => import(join(GENERATED, name))),
);
const all = modules.flatMap((module) => Object.values(module) as { kind?: string }[]);
const schemas = all.filter((one): one is DescMessage => one?.kind === "message");

const TEXTS = [
  "",
  "a",
  "Ngāti",
  "🏠 home",
  "x".repeat(42),
  "é".repeat(42),
  "é".repeat(70),
  "語".repeat(6000),
  "long ".repeat(3000),
  "\ud800",
];

function scalarValue(scalar: ScalarType): unknown {
  switch (scalar) {
    case ScalarType.STRING:
      return pick(TEXTS);
    case ScalarType.BOOL:
      return random() < 0.5;
    case ScalarType.BYTES:
      return new Uint8Array(pick([0, 1, 127, 128, 20_000])).fill(7);
    case ScalarType.DOUBLE:
      return pick([0, -0, 1.5, -1e300, Number.NaN, Number.NEGATIVE_INFINITY]);
    case ScalarType.FLOAT:
      return pick([0, -0, 1.5, -3.4e38, Number.NaN, Number.POSITIVE_INFINITY]);
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return pick([0n, 1n, -1n, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n)]);
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return pick([0n, 127n, 128n, 2n ** 53n + 1n, 2n ** 64n - 1n]);
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return pick([0, 1, 127, 128, 0xffff_ffff]);
    default:
      return pick([0, 1, 127, 128, 0x7fff_ffff, -1, -0x8000_0000]);
  }
}

function fieldValue(field: DescField, depth: number): unknown {
  const one = (): unknown => {
    if (field.message !== undefined) return messageOf(field.message, depth - 1);
    if (field.enum !== undefined) return pick(field.enum.values).number;
    return scalarValue(field.scalar!);
  };
  if (field.fieldKind === "list") return Array.from({ length: pick([0, 1, 3, 40]) }, one);
  return field.fieldKind === "map" ? {} : one();
}

function messageOf(schema: DescMessage, depth: number): object {
  const init: Record<string, unknown> = {};
  for (const member of schema.members) {
    if (random() < 0.3) continue;
    const field = member.kind === "oneof" ? pick(member.fields) : member;
    if (depth === 0 && field.message !== undefined) continue;
    const value = fieldValue(field, depth);
    init[member.localName] = member.kind === "oneof" ? { case: field.localName, value } : value;
  }
  return create(schema, init as never);
}

describe("encodeMessage", () => {
  test("gives the bytes of protobuf's own encoder for every type of the API", () => {
    expect(schemas.length).toBeGreaterThan(300);
    for (const schema of schemas) {
      for (let i = 0; i < 3; i++) {
        const message = messageOf(schema, 2) as never;
        const own = encodeMessage(schema, message);
        expect(Buffer.compare(own, toBinary(schema, message)), schema.typeName).toBe(0);
      }
    }
  });

  test("leaves earlier messages as they were, whatever comes later", () => {
    const schema = TimestampSchema;
    const seconds = Array.from({ length: 60_000 }, (_, i) => BigInt(i) ** 3n);
    const encoded = seconds.map((one) => encodeMessage(schema, create(schema, { seconds: one })));
    expect(encoded.map((bytes) => fromBinary(schema, bytes).seconds)).toEqual(seconds);
  });

  test("names the field of a value that is not of its type, and goes on", () => {
    const [schema, field] = schemas
      .filter(({ fields }) => fields.every(({ fieldKind }) => fieldKind === "scalar"))
      .flatMap((one) => one.fields.map((each) => [one, each] as const))
      .find(([, { fieldKind, scalar }]) => fieldKind === "scalar" && scalar === ScalarType.INT32)!;
    for (const value of [1.5, 2 ** 31, "1", Number.NaN]) {
      const message = create(schema, { [field.localName]: value } as never);
      expect(() => encodeMessage(schema, message)).toThrow(
        `${schema.typeName}.${field.name} cannot be ${value}`,
      );
    }
    const good = create(schema, { [field.localName]: 5 } as never);
    expect(Buffer.compare(encodeMessage(schema, good), toBinary(schema, good))).toBe(0);
  });
});

describe("rowMessages", () => {
  test("makes what protobuf makes of the fields of a row, for every type", () => {
    for (const schema of schemas) {
      const fields = schema.fields.filter(
        ({ fieldKind, oneof }) => fieldKind === "scalar" && oneof === undefined,
      );
      const without = schema.fields.filter((field) => !fields.includes(field)).map(({ name }) => name);
      const make = rowMessages(schema, { without });
      const row: Record<string, unknown> = {};
      const init: Record<string, unknown> = {};
      for (const field of fields) {
        const value = random() < 0.3 ? null : scalarValue(field.scalar!);
        row[field.name] = typeof value === "bigint" ? Number(BigInt.asIntN(32, value)) : value;
        if (value !== null)
          init[field.localName] = typeof value === "bigint" ? BigInt.asIntN(32, value) : value;
      }
      const [made, expected] = [make(row), create(schema, init as never)];
      expect(made).toEqual(expected);
      expect(Buffer.compare(toBinary(schema, made), toBinary(schema, expected)), schema.typeName).toBe(0);
    }
  });

  test("refuses a field without a column and a column without a field", () => {
    expect(() => rowMessages(ReportMarketStatsSchema)({ nowhere: 1 })).toThrow(
      /no column for .+; no field for nowhere/,
    );
  });
});

/** A random row of a type as a query returns it: structs by field name, instants in ms, enums as integers. */
function rowOf(schema: DescMessage, depth: number): Record<string, unknown> {
  const one = (field: DescField): unknown => {
    if (field.message?.typeName === TimestampSchema.typeName) return pick([0, -1.5, 1_600_000_000_123.456]);
    if (field.message !== undefined) return rowOf(field.message, depth - 1);
    const value = field.enum === undefined ? scalarValue(field.scalar!) : pick(field.enum.values).number;
    return typeof value === "bigint" ? Number(BigInt.asUintN(53, value)) : value;
  };
  const cells = schema.fields.map((field) => {
    if (random() < 0.3 || (depth === 0 && field.message !== undefined)) return [field.name, null];
    const isList = field.fieldKind === "list";
    return [field.name, isList ? Array.from({ length: pick([0, 1, 3]) }, () => one(field)) : one(field)];
  });
  return Object.fromEntries(cells);
}

describe("rowEncoder", () => {
  const isRow = (schema: DescMessage, depth = 4): boolean =>
    /^google\.protobuf\.Timestamp$|^(?!google\.)/.test(schema.typeName) &&
    schema.oneofs.length === 0 &&
    schema.fields.every(
      ({ fieldKind, message }) =>
        fieldKind !== "map" && (depth === 0 || message === undefined || isRow(message, depth - 1)),
    );

  test("gives the bytes of the messages that rows make, for every type", () => {
    const types = schemas.filter((schema) => schema.typeName !== TimestampSchema.typeName && isRow(schema));
    expect(types.length).toBeGreaterThan(300);
    for (const schema of types) {
      const encode = rowEncoder(schema);
      const make = rowMessages(schema);
      for (let i = 0; i < 3; i++) {
        const row = rowOf(schema, 2);
        expect(Buffer.compare(encode(row), encodeMessage(schema, make(row))), schema.typeName).toBe(0);
      }
    }
  });

  test("writes a row as a field of another message, and names a column that has none", () => {
    const encode = rowEncoder(TimestampSchema, {
      keyColumns: ["page_key"],
      field: 300,
    });
    expect([...encode({ page_key: "a", seconds: -1, nanos: 200 })]).toEqual([
      0xe2,
      0x12,
      14,
      8,
      ...Array(9).fill(0xff),
      1,
      16,
      0xc8,
      1,
    ]);
    expect(() => rowEncoder(TimestampSchema)({ seconds: 1, nano: 2 })).toThrow(
      "no column for nanos; no field for nano",
    );
  });
});
