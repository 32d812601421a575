import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { stockExplorerMethods } from "../../../src/domains/explorer/stocks/service.ts";
import { MARKET_AGGREGATES } from "../../../src/domains/market/aggregates/index.ts";
import { MARKET_PAGES } from "../../../src/domains/market/pages.ts";
import { marketMethods } from "../../../src/domains/market/service.ts";
import { searchMethods } from "../../../src/domains/search/service.ts";
import { type AnswerForm, isEncodedAnswer, ownCall } from "../../../src/rpc/unary-method.ts";
import { rowOf } from "./build-db.ts";
import { callMethod, engineOver, methodCalls, type Tables } from "./method-calls.ts";

export type Json = Record<string, unknown>;

/** Methods of market, search and stock ranking over hand-made rows. JSON responses include zeros. */
export async function marketCalls(tables: Tables) {
  const calls = methodCalls(await engineOver(tables, MARKET_AGGREGATES, MARKET_PAGES), (engine) => [
    ...marketMethods(engine),
    ...searchMethods(engine),
    ...stockExplorerMethods(engine, {}),
  ]);
  return {
    ...calls,
    call: <I extends DescMessage, O extends DescMessage>(
      desc: DescMethodUnary<I, O>,
      request: MessageInitShape<I>,
    ) => callMethod(calls.methods, desc, request),
    bytes: async (desc: DescMethodUnary, request: object, form: AnswerForm): Promise<Uint8Array> => {
      const method = calls.methods.find((one) => one.desc === desc)!;
      const { signal } = new AbortController();
      const answer = await method.answer(
        create(desc.input, request as never) as never,
        ownCall(signal, { form }),
      );
      if (isEncodedAnswer(answer)) return form === "binary" ? answer.binary() : answer.json();
      if (form === "binary") return toBinary(desc.output, answer as never);
      return Buffer.from(toJsonString(desc.output, answer as never));
    },
  };
}

/** A row of the regulator's report of short positions. */
export const position = rowOf("stock_code date short_percent", (code, _date, percent) => ({
  product_name: `${code} LIMITED ORDINARY`,
  reported_short_positions: Math.round(Number(percent) * 1_000_000),
  total_product_in_issue: 100_000_000,
}));

export const session = rowOf("stock_code date close volume", { volume: 1000 });
