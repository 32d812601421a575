import type { DescField, DescFile } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { file_shorts_v1alpha1_stock } from "../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { file_stocks_v1alpha1_details } from "../../src/gen/stocks/v1alpha1/details_pb.ts";
import { jsonNameOf, readFieldTable } from "../support/run/field-table.ts";

const FILES: readonly DescFile[] = [file_shorts_v1alpha1_stock, file_stocks_v1alpha1_details];
const messages = FILES.flatMap((file) => file.messages);

function typeOf(field: DescField): string {
  const named = field.message ?? field.enum;
  return named === undefined ? ScalarType[field.scalar as ScalarType].toLowerCase() : named.name;
}

function lineOf(field: DescField): string {
  const isMany = field.fieldKind === "list" || field.fieldKind === "map";
  return `${field.number} ${field.name} ${isMany ? "repeated " : ""}${typeOf(field)}`;
}

describe("the fields of StockService", () => {
  it("are those of their table and no other", () => {
    const table = [...readFieldTable("stock-fields.txt")].map(([message, fields]) => [
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
});
