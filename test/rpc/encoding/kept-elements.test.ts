import { create, fromBinary, toBinary, toJsonString } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ScreenerStockSchema,
  ScreenStocksResponseSchema,
  SearchStocksResponseSchema,
} from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { StockSchema } from "../../../src/gen/stocks/v1alpha1/stocks_pb.ts";
import { KeptElements } from "../../../src/rpc/encoding/kept-elements.ts";

const stockAt = (place: number) =>
  create(StockSchema, {
    productCode: `S${place}`,
    name: place % 3 === 0 ? "" : `"Königs" ${place}`,
    percentageShorted: place / 2,
    tags: Array.from({ length: place % 4 }, (_, i) => `tag ${i}`),
    marketCap: place * 1e9,
  });
const place = fc.nat(40);

describe("KeptElements", () => {
  it("gives the bytes of the whole message in both forms, however often and in whatever order elements are shown", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(place, { maxLength: 12 }), fc.string(), fc.nat(300)), { maxLength: 6 }),
        (asked) => {
          const stocks = new KeptElements(SearchStocksResponseSchema, StockSchema, stockAt);
          for (const [places, query, count] of asked) {
            const message = create(SearchStocksResponseSchema, { query, stocks: places.map(stockAt), count });
            const fields = { before: { query }, after: { count } };
            expect(stocks.encoded(places, fields).message()).toEqual(
              fromBinary(SearchStocksResponseSchema, toBinary(SearchStocksResponseSchema, message)),
            );
            const binary = stocks.answer(places, fields, "binary");
            expect(Buffer.from(binary.bytes)).toEqual(
              Buffer.from(toBinary(SearchStocksResponseSchema, message)),
            );
            expect(Buffer.from(stocks.answer(places, fields, "json").bytes).toString()).toBe(
              toJsonString(SearchStocksResponseSchema, message),
            );
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("gives an element without fields its place in the list", () => {
    const stocks = new KeptElements(SearchStocksResponseSchema, StockSchema, () => create(StockSchema));
    const answer = stocks.encoded([0, 1], {});
    expect(Buffer.from(answer.json()).toString()).toBe('{"stocks":[{},{}]}');
    expect(fromBinary(SearchStocksResponseSchema, answer.binary()).stocks).toHaveLength(2);
  });

  it("encodes an element once in each form", () => {
    const encoded: number[] = [];
    const stocks = new KeptElements(ScreenStocksResponseSchema, ScreenerStockSchema, (i) => {
      encoded.push(i);
      return create(ScreenerStockSchema, { stockCode: `S${i}` });
    });
    for (let i = 0; i < 3; i++) {
      const { bytes } = stocks.answer([4, 2, 4], { after: { totalCount: 9 } }, "binary");
      const answer = fromBinary(ScreenStocksResponseSchema, bytes);
      expect(answer.stocks.map(({ stockCode }) => stockCode)).toEqual(["S4", "S2", "S4"]);
      expect(answer.totalCount).toBe(9);
      stocks.answer([2], {}, "json");
    }
    expect(encoded).toEqual([4, 2, 2]);
  });
});
