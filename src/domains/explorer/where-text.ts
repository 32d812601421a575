import { parseWhere } from "../../client/where-text/parse-where.ts";
import { WhereTextError } from "../../client/where-text/where-error.ts";
import type { WhereExpression, WhereMetric } from "../../client/where-text/where-node.ts";
import { invalidArgument } from "../../runtime/errors.ts";

/** A longer condition is not a question that a person asks, and parsing it would cost others their time. */
const LONGEST_WHERE = 4000;

/** The condition that a query states about these metrics; undefined where it states none. */
export function parsedWhere(
  text: string | undefined,
  known: readonly WhereMetric[],
): WhereExpression | undefined {
  if (text === undefined) return undefined;
  if (text.length > LONGEST_WHERE) {
    throw invalidArgument(`where has ${text.length} characters; at most ${LONGEST_WHERE} are allowed`);
  }
  try {
    return parseWhere(text, known);
  } catch (error) {
    if (error instanceof WhereTextError) throw invalidArgument(`where: ${error.message}\n${error.pointed}`);
    throw error;
  }
}
