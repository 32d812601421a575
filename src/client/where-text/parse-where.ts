import { didYouMean } from "../../runtime/nearest-names.ts";
import { floatAbove, floatBelow } from "./float-step.ts";
import { WhereTextError } from "./where-error.ts";
import {
  allOf,
  anyOf,
  category,
  hasData,
  inStates,
  nameContains,
  not,
  range,
  STATES,
  type WhereExpression,
  type WhereMetric,
} from "./where-node.ts";
import { numberOf, type WhereToken, whereTokens } from "./where-tokens.ts";

/** Keywords, which cannot be metric keys. */
const RESERVED = ["and", "or", "not", "in", "is", "between", "everything", "nothing"];
/** Most nesting of `not` and parentheses. No filter accepts more, and it bounds the parser's recursion. */
const MAX_DEPTH = 64;
const COMPARISONS = ["<=", ">=", "<", ">", "=", "==", "!=", "<>"];

/**
 * Parses a condition for the filter of Explore; undefined for blank input.
 *
 * `price <= 900k and distance_to_coast < 10 and not state in (NT)`: comparisons, `between a and b`
 * (inclusive), `in` with categories or states, `is known`, `is unknown`, `name contains "bay"`, combined by
 * not, and, or (in this order of precedence) and parentheses. Given the metrics, keys and labels are checked
 * too. Throws a WhereTextError.
 */
export function parseWhere(text: string, metrics?: readonly WhereMetric[]): WhereExpression | undefined {
  if (text.trim() === "") return undefined;
  return new Parser(text, metrics).whole();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly WhereToken[];
  readonly #metrics: ReadonlyMap<string, WhereMetric> | undefined;
  #at = 0;
  #depth = 0;

  constructor(text: string, metrics: readonly WhereMetric[] | undefined) {
    this.#text = text;
    this.#tokens = whereTokens(text);
    this.#metrics = metrics && new Map(metrics.map((metric) => [metric.key, metric]));
  }

  whole(): WhereExpression {
    const expression = this.#or();
    const left = this.#peek();
    if (left.kind !== "end") throw this.#expected(left, "and, or, or the end");
    return expression;
  }

  #or(): WhereExpression {
    const children = [this.#and()];
    while (this.#takes("or")) children.push(this.#and());
    return children.length === 1 ? children[0] : anyOf(children);
  }

  #and(): WhereExpression {
    const children = [this.#not()];
    while (this.#takes("and")) children.push(this.#not());
    return children.length === 1 ? children[0] : allOf(children);
  }

  #not(): WhereExpression {
    if (++this.#depth > MAX_DEPTH)
      throw this.#fault(this.#peek(), `more than ${MAX_DEPTH} levels of not and parentheses`);
    const node = this.#takes("not") ? not(this.#not()) : this.#primary();
    this.#depth--;
    return node;
  }

  #primary(): WhereExpression {
    const token = this.#next();
    if (token.value === "(" && token.kind === "sign") {
      const inner = this.#or();
      if (!this.#takes(")")) throw this.#expected(this.#peek(), 'a closing ")"');
      return inner;
    }
    if (token.kind !== "word") throw this.#expected(token, "a metric, state, name, not or (");
    if (token.value === "everything") return allOf([]);
    if (token.value === "nothing") return anyOf([]);
    if (RESERVED.includes(token.value)) throw this.#expected(token, "a metric, state or name");
    if (token.value === "state") return this.#states();
    if (token.value === "name" && this.#peek().value === "contains") return this.#name();
    return this.#predicate(token);
  }

  #predicate(token: WhereToken): WhereExpression {
    const key = token.raw;
    this.#checkKey(token);
    const sign = this.#next();
    if (sign.value === "is") return this.#known(key);
    if (sign.value === "between") {
      const [low, high] = [this.#number(), this.#betweenEnd()];
      if (low.value > high.value)
        throw this.#fault(high.token, `${high.token.raw} is below ${low.token.raw}`);
      return range(key, low.value, high.value);
    }
    if (sign.value === "in") return this.#categories(token);
    if (sign.value === "not" && this.#takes("in")) return not(this.#categories(token));
    if (!COMPARISONS.includes(sign.value)) {
      throw this.#expected(sign, `one of ${COMPARISONS.slice(0, 5).join(" ")} between in is after ${key}`);
    }
    return this.#compared(token, sign);
  }

  #compared(metric: WhereToken, { value: sign }: WhereToken): WhereExpression {
    const key = metric.raw;
    const isEquality = ["=", "==", "!=", "<>"].includes(sign);
    const operand = this.#peek();
    if (isEquality && operand.kind !== "number") {
      const one = this.#labels(metric, [this.#next()]);
      return sign === "!=" || sign === "<>" ? not(one) : one;
    }
    const { value } = this.#number();
    switch (sign) {
      case "<=":
        return range(key, undefined, value);
      case ">=":
        return range(key, value);
      case "<":
        return range(key, undefined, floatBelow(value));
      case ">":
        return range(key, floatAbove(value));
      default: {
        const equal = range(key, value, value);
        return sign === "!=" || sign === "<>" ? not(equal) : equal;
      }
    }
  }

  #known(key: string): WhereExpression {
    const isNot = this.#takes("not");
    const word = this.#next();
    if (word.value !== "known" && word.value !== "unknown") throw this.#expected(word, "known or unknown");
    return (word.value === "known") === isNot ? not(hasData(key)) : hasData(key);
  }

  #categories(metric: WhereToken): WhereExpression {
    return this.#labels(metric, this.#list());
  }

  #labels(metric: WhereToken, items: readonly WhereToken[]): WhereExpression {
    const known = this.#metrics?.get(metric.raw)?.labels;
    if (known !== undefined && known.length === 0) {
      throw this.#fault(metric, `${metric.raw} is a number; compare it with <= or between`);
    }
    const labels: string[] = [];
    const indexes: number[] = [];
    for (const item of items) {
      if (item.kind === "index") indexes.push(Number(item.value));
      else if (item.kind === "sign" || item.kind === "end") throw this.#expected(item, "a category");
      else labels.push(this.#label(item, metric.raw, known));
    }
    return category(metric.raw, labels, indexes);
  }

  /** A label as published; when the labels are known, letter case is ignored. */
  #label(item: WhereToken, key: string, known: readonly string[] | undefined): string {
    const written = item.kind === "text" ? item.value : item.raw;
    if (known === undefined || known.includes(written)) return written;
    const same = known.find((label) => label.toLowerCase() === written.toLowerCase());
    if (same !== undefined) return same;
    // Quoted, as a condition has to write it.
    const hint = didYouMean(written, known, 3, (label) => JSON.stringify(label));
    throw this.#fault(item, `${key} has no category ${JSON.stringify(written)}${hint}`);
  }

  #states(): WhereExpression {
    const sign = this.#next();
    const isNot = sign.value === "!=" || sign.value === "<>" || (sign.value === "not" && this.#takes("in"));
    const isList = sign.value === "in" || sign.value === "not";
    if (!isList && !["=", "==", "!=", "<>"].includes(sign.value))
      throw this.#expected(sign, "in or = after state");
    const items = isList ? this.#list() : [this.#next()];
    const codes = items.map((item) => {
      const code = item.value.toUpperCase();
      if ((STATES as readonly string[]).includes(code)) return code;
      throw this.#expected(item, `one of ${STATES.join(", ")}`);
    });
    return isNot ? not(inStates(codes)) : inStates(codes);
  }

  #name(): WhereExpression {
    this.#next();
    const item = this.#next();
    if (item.kind !== "text" && item.kind !== "word")
      throw this.#expected(item, 'a text in quotes, such as "bay"');
    const wanted = (item.kind === "text" ? item.value : item.raw).trim();
    if (wanted === "" || wanted.length > 100) {
      throw this.#fault(item, `a name has 1 to 100 characters, this one ${wanted.length}`);
    }
    return nameContains(wanted);
  }

  #list(): WhereToken[] {
    if (!this.#takes("(")) throw this.#expected(this.#peek(), 'an opening "("');
    const items = [this.#next()];
    while (this.#takes(",")) items.push(this.#next());
    if (!this.#takes(")")) throw this.#expected(this.#peek(), '"," or ")"');
    return items;
  }

  #number(): { token: WhereToken; value: number } {
    const token = this.#next();
    if (token.kind !== "number") throw this.#expected(token, "a number");
    const value = numberOf(token);
    if (!Number.isFinite(Math.fround(value))) throw this.#fault(token, `${token.raw} is too large a number`);
    return { token, value };
  }

  #betweenEnd(): { token: WhereToken; value: number } {
    if (!this.#takes("and")) throw this.#expected(this.#peek(), "and between the two ends");
    return this.#number();
  }

  #checkKey(token: WhereToken): void {
    if (this.#metrics === undefined || this.#metrics.has(token.raw)) return;
    const hint = didYouMean(token.raw, [...this.#metrics.keys()], 3, (key) => JSON.stringify(key));
    throw this.#fault(token, `unknown metric ${JSON.stringify(token.raw)}${hint}`);
  }

  #peek(): WhereToken {
    return this.#tokens[this.#at];
  }

  #next(): WhereToken {
    const token = this.#tokens[this.#at];
    if (token.kind !== "end") this.#at++;
    return token;
  }

  /** Consumes the next token if it is this word or sign; returns whether it was. */
  #takes(value: string): boolean {
    const token = this.#peek();
    if (token.value !== value || (token.kind !== "word" && token.kind !== "sign")) return false;
    this.#at++;
    return true;
  }

  #expected(token: WhereToken, what: string): WhereTextError {
    const found = token.kind === "end" ? "the condition ends" : `found ${JSON.stringify(token.raw)}`;
    return this.#fault(token, `${found} where ${what} is expected`);
  }

  #fault({ start, end }: WhereToken, problem: string): WhereTextError {
    return new WhereTextError(this.#text, start, end, problem);
  }
}
