import { setImmediate as nextTurn } from "node:timers/promises";
import { type DescMessage, fromBinary } from "@bufbuild/protobuf";
import type { ElementRun } from "../../engine/pages/page-list.ts";
import type { EncodedAnswer } from "../unary-method.ts";
import { jsonFromBinary } from "./json-from-binary.ts";

/** Runs of some 8 KB written as JSON before other calls have their turn: about two milliseconds. */
const RUNS_A_TURN = 24;

/** The response whose only field is a list, with these elements of a page list. */
export function pageListAnswer(response: DescMessage, runs: readonly ElementRun[]): EncodedAnswer {
  const binary = () => Buffer.concat(runs.map(({ page, first, end }) => page.binaryRun(first, end)));
  const open = Buffer.from(`{"${response.fields[0].jsonName}":[`);
  /** The JSON of the first runs, each with what is in front of it and without what closes the list. */
  const pieces: Uint8Array[] = [];
  let written = 0;
  const writeUntil = (count: number) => {
    for (; written < count; written++) {
      const { page, first, end } = runs[written];
      // Elements one behind the other are a response with all of them.
      const text = jsonFromBinary(response, page.binaryRun(first, end));
      pieces.push(written === 0 ? open : COMMA, text.subarray(open.byteLength, -CLOSE.byteLength));
    }
  };
  return {
    prepare: (form) => (form === "json" && runs.length > RUNS_A_TURN ? prepareJson() : undefined),
    binary,
    json: () => {
      if (runs.length === 0) return Buffer.from("{}");
      writeUntil(runs.length);
      return Buffer.concat([...pieces, CLOSE]);
    },
    message: () => fromBinary(response, binary()),
  };

  async function prepareJson(): Promise<void> {
    for (let count = RUNS_A_TURN; count < runs.length; count += RUNS_A_TURN) {
      writeUntil(count);
      await nextTurn();
    }
    writeUntil(runs.length);
  }
}

const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("]}");
