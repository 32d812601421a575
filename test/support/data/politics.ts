import {
  create,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toJson,
} from "@bufbuild/protobuf";
import { expect } from "vitest";
import { COMPANY_EXPOSURE } from "../../../src/domains/economy/aggregates/company-exposure.ts";
import { POLITICIAN_AGGREGATES } from "../../../src/domains/politicians/aggregates/index.ts";
import { POLITICIAN_PAGE_SETS } from "../../../src/domains/politicians/pages/index.ts";
import { politicianMethods } from "../../../src/domains/politicians/service.ts";
import { Engine } from "../../../src/engine/engine.ts";
import type { Switches } from "../../../src/rpc/switches.ts";
import { isEncodedAnswer, ownCall } from "../../../src/rpc/unary-method.ts";
import { isTerraceError } from "../../../src/runtime/errors.ts";
import { emptyDatasetDatabase, insertRows, type PartialRow, TEST_AS_OF } from "./build-db.ts";
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
    const switches = {
      dropListings: true,
      valuations: true,
      interestRegister: true,
      partyFunding: true,
      ...off,
    };
    const methods = politicianMethods(this.engine, { now: () => TEST_AS_OF, switches: () => switches });
    const found = methods.find(({ desc }) => desc === method)!;
    const answer = await found.answer(
      create(method.input, request as never) as never,
      ownCall(new AbortController().signal),
    );
    if (!isEncodedAnswer(answer)) return answer as MessageShape<M["output"]>;
    const message = fromBinary(method.output, answer.binary());
    expect(JSON.parse(Buffer.from(answer.json()).toString())).toEqual(toJson(method.output, message));
    expect(toJson(method.output, answer.message())).toEqual(toJson(method.output, message));
    return message as MessageShape<M["output"]>;
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
  const switches = () => ({
    dropListings: true,
    valuations: true,
    interestRegister: true,
    partyFunding: true,
  });
  const methods = politicianMethods(engine, { now: () => TEST_AS_OF, switches });
  return async <M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
  ): Promise<MessageShape<M["output"]>> => {
    const found = methods.find(({ desc }) => desc === method)!;
    const answer = await found.answer(
      create(method.input, request as never) as never,
      ownCall(new AbortController().signal),
    );
    return (isEncodedAnswer(answer) ? fromBinary(method.output, answer.binary()) : answer) as MessageShape<
      M["output"]
    >;
  };
}
