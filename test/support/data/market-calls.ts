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
import { Engine } from "../../../src/engine/engine.ts";
import { type AnswerForm, isEncodedAnswer, ownCall } from "../../../src/rpc/unary-method.ts";
import { callMethod } from "../wire/call-method.ts";
import { emptyDatasetDatabase, insertRows, type PartialRow } from "./build-db.ts";
import { serveAggregates } from "./serve-aggregates.ts";

export type Json = Record<string, unknown>;
export type MarketRows = Readonly<Record<string, readonly PartialRow[]>>;

export interface MarketCalls {
  call<I extends DescMessage, O extends DescMessage>(
    desc: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<Json>;
  /** The message of a refusal, with its code before it. */
  refusal<I extends DescMessage, O extends DescMessage>(
    desc: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<string>;
  /** The bytes of an answer in one form. */
  bytes<I extends DescMessage, O extends DescMessage>(
    desc: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    form: AnswerForm,
  ): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The methods of the market, the search and the ranking of stocks over hand-made rows, built and served as a snapshot is. */
export async function marketCalls(tables: MarketRows): Promise<MarketCalls> {
  const db = await emptyDatasetDatabase();
  for (const [table, rows] of Object.entries(tables)) await insertRows(db, table, rows);
  const engine = new Engine(await serveAggregates(db, MARKET_AGGREGATES, MARKET_PAGES));
  db.close();
  const methods = [...marketMethods(engine), ...searchMethods(engine), ...stockExplorerMethods(engine, {})];
  return {
    call: (desc, request) => callMethod(methods, desc, request),
    refusal: async (desc, request) => {
      try {
        await callMethod(methods, desc, request);
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        return `${code}: ${message}`;
      }
      throw new Error(`${desc.name} answered`);
    },
    bytes: async (desc, request, form) => {
      const method = methods.find((one) => one.desc === desc)!;
      const { signal } = new AbortController();
      const answer = await method.answer(create(desc.input, request) as never, ownCall(signal, { form }));
      if (isEncodedAnswer(answer)) return form === "binary" ? answer.binary() : answer.json();
      if (form === "binary") return toBinary(desc.output, answer as never);
      return Buffer.from(toJsonString(desc.output, answer as never));
    },
    close: () => engine.close(),
  };
}

/** A row of the regulator's report. */
export function position(
  stock_code: string,
  date: string,
  short_percent: number | null,
  changes: PartialRow = {},
): PartialRow {
  return {
    stock_code,
    date,
    product_name: `${stock_code} LIMITED ORDINARY`,
    short_percent,
    reported_short_positions: short_percent === null ? 0 : Math.round(short_percent * 1_000_000),
    total_product_in_issue: 100_000_000,
    ...changes,
  };
}

export function session(stock_code: string, date: string, close: number, volume = 1000): PartialRow {
  return { stock_code, date, close, volume };
}
