import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { StockSchema } from "../../src/gen/stocks/v1alpha1/stocks_pb.ts";
import { CachedAnswer } from "../../src/rpc/cached-answer.ts";

const stock = () =>
  create(StockSchema, { productCode: "ZZA", percentageShorted: 8.3, totalProductInIssue: 2811897300 });
const cached = () => new CachedAnswer(StockSchema, stock(), () => {});

describe("CachedAnswer", () => {
  it("writes the same JSON whichever form was asked for first", () => {
    const jsonFirst = cached().json();
    const answer = cached();
    answer.binary();
    expect(Buffer.from(answer.json()).toString()).toBe(Buffer.from(jsonFirst).toString());
    expect(Buffer.from(jsonFirst).toString()).toContain('"percentageShorted":8.3}');
  });

  it("writes the same bytes whichever form was asked for first", () => {
    const binaryFirst = cached().binary();
    const answer = cached();
    answer.json();
    expect(answer.binary()).toEqual(binaryFirst);
  });
});
