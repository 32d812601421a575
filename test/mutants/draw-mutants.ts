import { parseSync } from "vite";
import { Random } from "../../src/runtime/random.ts";

export type MutantKind = "comparison" | "sign" | "logic" | "constant" | "condition" | "statement" | "return";

interface Change {
  readonly kind: MutantKind;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** A change of one line of a source file. Lines and columns count from 1. */
export interface Mutant extends Change {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line before and after the change, trimmed. */
  readonly before: string;
  readonly after: string;
}

/** A node of the syntax tree; its other fields are nodes, lists of nodes or plain values. */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const OTHER_OPERATORS = new Map<string, readonly [MutantKind, string]>([
  ["<", ["comparison", "<="]],
  ["<=", ["comparison", "<"]],
  [">", ["comparison", ">="]],
  [">=", ["comparison", ">"]],
  ["===", ["comparison", "!=="]],
  ["!==", ["comparison", "==="]],
  ["==", ["comparison", "!="]],
  ["!=", ["comparison", "=="]],
  ["+", ["sign", "-"]],
  ["-", ["sign", "+"]],
  ["+=", ["sign", "-="]],
  ["-=", ["sign", "+="]],
  ["&&", ["logic", "||"]],
  ["||", ["logic", "&&"]],
]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
/** Code that contains a type; all other TypeScript nodes are types. */
const TYPED_CODE = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);

/** At most `count` random mutants of sources by file, each at another place; the same for the same seed. */
export function drawMutants(texts: ReadonlyMap<string, string>, count: number, seed: number): Mutant[] {
  const all = [...texts].flatMap(([file, text]) => findMutants(file, text));
  const drawn = new Map<string, Mutant>();
  for (const mutant of new Random(seed, "mutants").shuffled(all)) {
    if (drawn.size === count) break;
    if (!drawn.has(placeOf(mutant))) drawn.set(placeOf(mutant), mutant);
  }
  return [...drawn.values()];
}

export function placeOf({ file, line, column }: Mutant): string {
  return `${file}:${line}:${column}`;
}

export function changedText(text: string, { start, end, replacement }: Change): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Every mutant of a source, by place. Comments, types, imports and strings are not changed. */
export function findMutants(file: string, text: string): Mutant[] {
  const { program, comments, errors } = parseSync(file, text, { lang: "ts", sourceType: "module" });
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  return [...changesIn(program as unknown as Syntax, text, false)]
    .filter(({ start, end }) => !text.slice(start, end).includes("\n"))
    .filter(({ start, end }) => !comments.some((comment) => comment.start < end && comment.end > start))
    .sort((a, b) => a.start - b.start)
    .map((change) => mutantOf(file, text, change));
}

function mutantOf(file: string, text: string, change: Change): Mutant {
  const before = text.slice(0, change.start).split("\n");
  const line = before.length;
  const column = before[line - 1].length + 1;
  const after = changedText(text, change).split("\n")[line - 1].trim();
  return { file, line, column, before: text.split("\n")[line - 1].trim(), after, ...change };
}

/** `isAsked`: the function around the node returns a boolean. */
function* changesIn(node: Syntax, text: string, isAsked: boolean): Generator<Change> {
  if (isLeftAlone(node)) return;
  yield* changesAt(node, text, isAsked);
  const isInnerAsked = FUNCTIONS.has(node.type) ? answersBoolean(node, text) : isAsked;
  for (const [field, value] of Object.entries(node)) {
    if (field === "key" && node.computed !== true) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isSyntax(one)) yield* changesIn(one, text, isInnerAsked);
    }
  }
}

function* changesAt(node: Syntax, text: string, isAsked: boolean): Generator<Change> {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression":
      yield* otherOperator(node, text);
      return;
    case "Literal": {
      const { value, start, end } = node;
      // Above 2^53 the next number is the same.
      if (typeof value !== "number" || value + 1 === value) return;
      yield { kind: "constant", start, end, replacement: String(value + 1) };
      return;
    }
    case "IfStatement":
    case "WhileStatement":
    case "DoWhileStatement": {
      const { start, end } = node.test as Syntax;
      yield { kind: "condition", start, end, replacement: "false" };
      // Any test notices an infinite loop.
      if (node.type === "IfStatement") yield { kind: "condition", start, end, replacement: "true" };
      return;
    }
    case "ExpressionStatement":
      if (isCall(node.expression as Syntax)) {
        yield { kind: "statement", start: node.start, end: node.end, replacement: ";" };
      }
      return;
    case "ReturnStatement": {
      const answer = node.argument as Syntax | null;
      if (answer === null || !(isAsked || isBoolean(answer))) return;
      const { start, end } = answer;
      const isLiteral = typeof answer.value === "boolean";
      const replacement = isLiteral ? String(answer.value !== true) : `!(${text.slice(start, end)})`;
      yield { kind: "return", start, end, replacement };
    }
  }
}

function* otherOperator(node: Syntax, text: string): Generator<Change> {
  const operator = node.operator as string;
  const [left, right] = [node.left as Syntax, node.right as Syntax];
  const other = OTHER_OPERATORS.get(operator);
  const between = text.slice(left.end, right.start);
  // There may be a comment next to the operator; + on strings is not an arithmetic sign.
  if (other === undefined || between.trim() !== operator) return;
  if (other[0] === "sign" && (isText(left) || isText(right))) return;
  const start = left.end + between.indexOf(operator);
  yield { kind: other[0], start, end: start + operator.length, replacement: other[1] };
}

function isLeftAlone(node: Syntax): boolean {
  if (node.type === "ImportDeclaration" || node.type === "TemplateLiteral") return true;
  // Another signal could kill a process that is not part of the tests.
  if (node.type === "CallExpression") return nameOf((node.callee as Syntax).property) === "kill";
  return node.type.startsWith("TS") && !TYPED_CODE.has(node.type);
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === "object" && value !== null && typeof (value as Syntax).type === "string";
}

function nameOf(node: unknown): unknown {
  return isSyntax(node) ? node.name : undefined;
}

function isText(node: Syntax): boolean {
  if (node.type === "BinaryExpression") return isText(node.left as Syntax) || isText(node.right as Syntax);
  return node.type === "TemplateLiteral" || typeof node.value === "string";
}

/** True for a call, also an awaited or optional one. */
function isCall(node: Syntax): boolean {
  if (node.type === "AwaitExpression") return isCall(node.argument as Syntax);
  if (node.type === "ChainExpression") return isCall(node.expression as Syntax);
  return node.type === "CallExpression" && (node.callee as Syntax).type !== "Super";
}

function isBoolean(node: Syntax): boolean {
  switch (node.type) {
    case "ParenthesizedExpression":
      return isBoolean(node.expression as Syntax);
    case "UnaryExpression":
      return node.operator === "!";
    case "BinaryExpression":
      return (
        OTHER_OPERATORS.get(node.operator as string)?.[0] === "comparison" ||
        node.operator === "in" ||
        node.operator === "instanceof"
      );
    case "LogicalExpression":
      return isBoolean(node.left as Syntax) && isBoolean(node.right as Syntax);
    default:
      return typeof node.value === "boolean";
  }
}

function answersBoolean({ returnType, async: isAsync }: Syntax, text: string): boolean {
  if (!isSyntax(returnType)) return false;
  const type = returnType.typeAnnotation as Syntax;
  if (type.type === "TSTypePredicate") return true;
  return text.slice(type.start, type.end) === (isAsync === true ? "Promise<boolean>" : "boolean");
}
