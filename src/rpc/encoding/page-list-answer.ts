import { type DescMessage, fromBinary } from "@bufbuild/protobuf";
import type { ElementRun } from "../../engine/pages/page-list.ts";
import type { EncodedAnswer } from "../unary-method.ts";

/** The response whose only field is a list, with these elements of a page list. */
export function pageListAnswer(response: DescMessage, runs: readonly ElementRun[]): EncodedAnswer {
  const binary = () => Buffer.concat(runs.map(({ page, first, end }) => page.binaryRun(first, end)));
  return {
    binary,
    json: () => {
      if (runs.length === 0) return Buffer.from("{}");
      const pieces = runs.map(({ page, first, end }) => page.jsonRun(first, end));
      // Each element ends with a comma; the last one's is left out.
      pieces.push(pieces.pop()!.subarray(0, -1));
      return Buffer.concat([Buffer.from(`{"${response.fields[0].jsonName}":[`), ...pieces, CLOSE]);
    },
    message: () => fromBinary(response, binary()),
  };
}

const CLOSE = Buffer.from("]}");
