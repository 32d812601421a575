import { setImmediate as nextTurn } from "node:timers/promises";
import type { DescMessage } from "@bufbuild/protobuf";
import type { ElementRun } from "../../engine/pages/page-list.ts";
import type { EncodedAnswer } from "../unary-method.ts";
import { answerOf } from "./assembled-answer.ts";
import { jsonFromBinary } from "./json-from-binary.ts";

/** Runs of about 8 KB written as JSON before yielding to the event loop: about two milliseconds. */
const RUNS_A_TURN = 24;

/** An answer whose only field is a list of these runs of page elements. */
export function pageListAnswer(response: DescMessage, runs: readonly ElementRun[]): EncodedAnswer {
  const [field] = response.fields;
  const openBytes = `{"${field.jsonName}":[`.length;
  /** JSON of the first `written` runs without brackets, with a comma before each but the first. */
  const pieces: Uint8Array[] = [];
  let written = 0;
  const writeUntil = (count: number) => {
    for (; written < count; written++) {
      const { page, first, end } = runs[written];
      // Concatenated elements, tags included, form a valid response.
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
