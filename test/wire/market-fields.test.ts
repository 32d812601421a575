import { type DescField, type DescFile, ScalarType } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { file_shorts_v1alpha1_market } from "../../src/gen/shorts/v1alpha1/market_pb.ts";
import { file_stocks_v1alpha1_stocks } from "../../src/gen/stocks/v1alpha1/stocks_pb.ts";
import { jsonNameOf, readFieldTable } from "../support/run/field-table.ts";

const FILES: readonly DescFile[] = [file_shorts_v1alpha1_market, file_stocks_v1alpha1_stocks];
const messages = FILES.flatMap((file) => file.messages);

function lineOf(field: DescField): string {
  const named = field.message ?? field.enum;
  const type = named === undefined ? ScalarType[field.scalar as ScalarType].toLowerCase() : named.name;
  return `${field.number} ${field.name} ${field.fieldKind === "list" ? "repeated " : ""}${type}`;
}

describe("the fields of the market", () => {
  it("are those of their table and no other", () => {
    const table = [...readFieldTable("market-fields.txt")].map(([message, fields]) => [
      message,
      fields.map((f) => `${f.number} ${f.name} ${f.label === "plain" ? "" : `${f.label} `}${f.type}`),
    ]);
    const declared = messages.map((message) => [message.name, message.fields.map(lineOf)]);
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(table));
  });

  it("have the lowerCamelCase JSON name", () => {
    for (const field of messages.flatMap((message) => message.fields)) {
      expect(field.jsonName).toBe(jsonNameOf(field.name));
    }
  });

  it("keep the shared types in their own package", () => {
    expect(file_stocks_v1alpha1_stocks.proto.package).toBe("stocks.v1alpha1");
    expect(file_stocks_v1alpha1_stocks.messages.map(({ name }) => name)).toContain("Stock");
  });
});
