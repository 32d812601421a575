import { floatAbove, floatBelow, floatText, nextFloatDown, nextFloatUp } from "./float-step.ts";
import type { WhereExpression } from "./where-node.ts";

/** Formats a condition so that parseWhere returns an equivalent one; "" for undefined. */
export function printWhere(expression: WhereExpression | undefined): string {
  return expression === undefined ? "" : print(expression, 0);
}

/** Precedence of the surrounding operator: 0 none, 1 or, 2 and, 3 not. */
type Binding = 0 | 1 | 2 | 3;

function print(expression: WhereExpression, around: Binding): string {
  const { node } = expression;
  switch (node?.case) {
    case "allOf":
      return join(node.value.expressions ?? [], "and", 2, around, "everything");
    case "anyOf":
      return join(node.value.expressions ?? [], "or", 1, around, "nothing");
    case "not":
      return printNot(node.value, around);
    case "range":
      return printRange(node.value.metricKey ?? "", node.value.min, node.value.max);
    case "category": {
      const { metricKey, labels = [], indexes = [] } = node.value;
      const items = [...labels.map(word), ...indexes.map((index) => `#${index}`)];
      return `${metricKey} in (${items.join(", ")})`;
    }
    case "name":
      return `name contains ${labelText(node.value.contains ?? "")}`;
    case "hasData":
      return `${node.value.metricKey} is known`;
    case "state":
      return `state in (${(node.value.stateCodes ?? []).join(", ")})`;
    default:
      throw new TypeError("an expression without a member cannot be written");
  }
}

function join(
  children: readonly WhereExpression[],
  word: string,
  binding: Binding,
  around: Binding,
  none: string,
): string {
  if (children.length === 0) return none;
  if (children.length === 1) return print(children[0], around);
  const text = children.map((child) => print(child, binding)).join(` ${word} `);
  return around > binding || (around === binding && binding > 0) ? `(${text})` : text;
}

function printNot(child: WhereExpression, around: Binding): string {
  if (child.node?.case === "hasData") return `${child.node.value.metricKey} is unknown`;
  const text = `not ${print(child, 3)}`;
  return around > 3 ? `(${text})` : text;
}

function printRange(key: string, min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) {
    if (Math.fround(min) === Math.fround(max)) return `${key} = ${floatText(min)}`;
    const [low, high] = [lowerBound(min), upperBound(max)];
    if (low.startsWith(">= ") && high.startsWith("<= "))
      return `${key} between ${low.slice(3)} and ${high.slice(3)}`;
    return `(${key} ${low} and ${key} ${high})`;
  }
  if (min !== undefined) return `${key} ${lowerBound(min)}`;
  if (max !== undefined) return `${key} ${upperBound(max)}`;
  throw new TypeError(`a range over ${key} without bounds cannot be written`);
}

/** `< 10` when the bound is the largest float32 below 10 and this is shorter, else `<= ` with the bound. */
function upperBound(max: number): string {
  const float = Math.fround(max);
  const [plain, next] = [floatText(float), floatText(nextFloatUp(float))];
  return next.length + 2 < plain.length && floatBelow(Number(next)) === float ? `< ${next}` : `<= ${plain}`;
}

function lowerBound(min: number): string {
  const float = Math.fround(min);
  const [plain, next] = [floatText(float), floatText(nextFloatDown(float))];
  return next.length + 2 < plain.length && floatAbove(Number(next)) === float ? `> ${next}` : `>= ${plain}`;
}

const PLAIN_WORD = /^[a-z_][\w.-]*$/i;

function word(label: string): string {
  return PLAIN_WORD.test(label) ? label : labelText(label);
}

function labelText(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
