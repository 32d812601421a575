import {
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { COMPANY_EXPOSURE } from "../../../src/domains/economy/aggregates/company-exposure.ts";
import { POLITICIAN_AGGREGATES } from "../../../src/domains/politicians/aggregates/index.ts";
import { POLITICIAN_PAGE_SETS } from "../../../src/domains/politicians/pages/index.ts";
import { politicianMethods } from "../../../src/domains/politicians/service.ts";
import { Engine } from "../../../src/engine/engine.ts";
import type { Switches } from "../../../src/rpc/switches.ts";
import { type Answer, isEncodedAnswer } from "../../../src/rpc/unary-method.ts";
import { isTerraceError } from "../../../src/runtime/errors.ts";
import { emptyDatasetDatabase, insertRows, type PartialRow, TEST_AS_OF } from "./build-db.ts";
import { ALL_ON, answerOf, jsonOf } from "./method-calls.ts";
import { serveAggregates } from "./serve-aggregates.ts";

/** Hand-made rows by table; a row names only what its test cares about. */
export type PoliticsRows = Readonly<Record<string, readonly PartialRow[]>>;

const FETCHED = "2026-11-01T00:00:00Z";

/** A person; the slug is also the name. */
export function person(id: number, slug: string, row: PartialRow = {}): PartialRow {
  return { id, person_key: `key-${id}`, surname: slug, display_name: slug, slug, ...row };
}

/** A seat in the 48th House of Representatives unless said. */
export function term(politician_id: number, row: PartialRow = {}): PartialRow {
  return {
    politician_id,
    parliament: 48,
    chamber: "house",
    state_code: "NSW",
    party: "Party A",
    party_ab: "PA",
    ...row,
  };
}

let holdings = 0;

/** A declaration of shares, current and dated unless said. */
export function holding(politician_id: number, row: PartialRow = {}): PartialRow {
  return {
    id: ++holdings,
    politician_id,
    item_no: 1,
    holder: "self",
    declared_text: "text",
    declared_from: "2025-08-01",
    declared_from_known: true,
    currently_declared: true,
    ...row,
  };
}

/** A row of the returns with its year. */
export function lodged(
  row: PartialRow,
  end = 2025,
  label = `${end - 1}-${String(end).slice(2)}`,
): PartialRow {
  return { financial_year: label, financial_year_end: end, snapshot_at: FETCHED, ...row };
}

/** The methods over hand-made rows, as a snapshot serves them. */
export class Politics {
  readonly engine: Engine;

  private constructor(engine: Engine) {
    this.engine = engine;
  }

  static async over(tables: PoliticsRows, asOf: Date = TEST_AS_OF): Promise<Politics> {
    const db = await emptyDatasetDatabase(asOf);
    for (const [table, rows] of Object.entries(tables))
      if (rows.length > 0) await insertRows(db, table, rows);
    return new Politics(
      new Engine(
        await serveAggregates(db, [COMPANY_EXPOSURE, ...POLITICIAN_AGGREGATES], POLITICIAN_PAGE_SETS),
      ),
    );
  }

  /** The answer as a message. Its binary form, its JSON and the message say the same. */
  async ask<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
    off: Partial<Switches> = {},
  ): Promise<MessageShape<M["output"]>> {
    const switches = () => ({ ...ALL_ON, ...off });
    const methods = politicianMethods(this.engine, { now: () => TEST_AS_OF, switches });
    const answer = await answerOf(methods, method, request);
    jsonOf(method, answer);
    return messageOf(method, answer);
  }

  /** The code and message of a refusal. */
  async refusal<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
    off: Partial<Switches> = {},
  ): Promise<string> {
    try {
      await this.ask(method, request, off);
    } catch (error) {
      if (isTerraceError(error)) return `${error.code}: ${error.message}`;
      throw error;
    }
    throw new Error(`${method.name} answered`);
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** The methods of a whole snapshot, each called by its request and answered with a message. */
export function askerOf(engine: Engine) {
  const methods = politicianMethods(engine, { now: () => TEST_AS_OF, switches: () => ALL_ON });
  return async <M extends DescMethodUnary>(method: M, request: MessageInitShape<M["input"]>) =>
    messageOf(method, await answerOf(methods, method, request));
}

function messageOf<M extends DescMethodUnary>(method: M, answer: Answer): MessageShape<M["output"]> {
  const message = isEncodedAnswer(answer) ? fromBinary(method.output, answer.binary()) : answer;
  return message as MessageShape<M["output"]>;
}

/** What a party received of a payer. */
export const receiptOf =
  (receipt_type: string) =>
  (recipient_name: string, payer_name: string, amount_cents: number, row = {}, end = 2025) =>
    lodged({ recipient_name, recipient_kind: "party", payer_name, amount_cents, receipt_type, ...row }, end);
