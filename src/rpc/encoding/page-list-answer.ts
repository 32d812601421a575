import { setImmediate as nextTurn } from "node:timers/promises";
import type { DescMessage } from "@bufbuild/protobuf";
import type { ElementRun } from "../../engine/pages/page-list.ts";
import type { EncodedAnswer } from "../unary-method.ts";
import { answerOf } from "./assembled-answer.ts";
import { jsonFromBinary } from "./json-from-binary.ts";

/** Runs of some 8 KB written as JSON before other calls have their turn: about two milliseconds. */
const RUNS_A_TURN = 24;

/** The response whose only field is a list, with these elements of a page list. */
export function pageListAnswer(response: DescMessage, runs: readonly ElementRun[]): EncodedAnswer {
  const [field] = response.fields;
  const openBytes = `{"${field.jsonName}":[`.length;
  /** The JSON of the first runs, without what opens and closes the list, with a comma before each but the first. */
  const pieces: Uint8Array[] = [];
  let written = 0;
  const writeUntil = (count: number) => {
    for (; written < count; written++) {
      const { page, first, end } = runs[written];
      // Elements one behind the other are a response with all of them.
      const text = jsonFromBinary(response, page.binaryRun(first, end));
      if (written > 0) pieces.push(COMMA);
      pieces.push(text.subarray(openBytes, -CLOSE_BYTES));
    }
  };
  const part = {
    field,
    binary: () => runs.map(({ page, first, end }) => page.binaryRun(first, end)),
    json: () => {
      writeUntil(runs.length);
      return pieces;
    },
  };
  return {
    ...answerOf(response, [part]),
    prepare: (form) => (form === "json" && runs.length > RUNS_A_TURN ? prepareJson() : undefined),
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
const CLOSE_BYTES = "]}".length;
