import { parseWhere } from "../../client/where-text/parse-where.ts";
import { WhereTextError } from "../../client/where-text/where-error.ts";
import type { WhereExpression, WhereMetric } from "../../client/where-text/where-node.ts";
import { invalidArgument } from "../../runtime/errors.ts";

/** Longer conditions are not typed by people, and parsing them would delay other calls. */
const MAX_WHERE_LENGTH = 4000;

/** Parses a `where` parameter over these metrics; undefined if it is missing. */
export function parsedWhere(
  text: string | undefined,
  known: readonly WhereMetric[],
): WhereExpression | undefined {
  if (text === undefined) return undefined;
  if (text.length > MAX_WHERE_LENGTH) {
    throw invalidArgument(`where has ${text.length} characters; at most ${MAX_WHERE_LENGTH} are allowed`);
  }
  try {
    return parseWhere(text, known);
  } catch (error) {
    if (error instanceof WhereTextError) throw invalidArgument(`where: ${error.message}\n${error.pointed}`);
    throw error;
  }
}
