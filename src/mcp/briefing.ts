import { invalidArgument, isTerraceError } from "../runtime/errors.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { toolProblem } from "./call-tool.ts";
import { type JsonSchema, objectSchema } from "./tool-schema.ts";
import { BRIEFING_TOOL_NAME } from "./tools/tool.ts";

const MAX_CALLS = 6;

const QUESTIONS: JsonSchema = {
  type: "array",
  minItems: 1,
  maxItems: MAX_CALLS,
  items: objectSchema(
    {
      tool: { type: "string", description: "Name of a tool." },
      arguments: { type: "object", description: "Arguments of that tool." },
    },
    ["tool"],
  ),
  description: "Tool calls to make.",
};

/** Several tool calls in one: one round trip for the assistant, and the answers are of one snapshot's day. */
export const BRIEFING_TOOL = {
  name: BRIEFING_TOOL_NAME,
  title: "Several questions at once",
  description: `Up to ${MAX_CALLS} calls of other tools, answered together in the order given. If one fails, it returns the reason, and the others still answer.`,
  schema: objectSchema({ questions: QUESTIONS }, ["questions"]),
};

interface Question {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

type Answers = Record<string, unknown>;
type Calls<Call> = ReadonlyMap<
  string,
  (given: Readonly<Record<string, unknown>>, call: Call) => Promise<Answers>
>;

/** Makes the calls in sequence, so that a briefing loads the server no more than single calls would. */
export async function briefing<Call>(
  calls: Calls<Call>,
  given: Readonly<Record<string, unknown>>,
  call: Call,
): Promise<Answers> {
  const answers: { tool: string; answer?: unknown; problem?: string }[] = [];
  let [snapshot, note]: unknown[] = [];
  const sources = new Map<string, unknown>();
  for (const { tool, arguments: asked = {} } of given.questions as readonly Question[]) {
    try {
      const ask = tool === BRIEFING_TOOL.name ? undefined : calls.get(tool);
      if (ask === undefined) throw unknownTool(tool, [...calls.keys()]);
      const answer = await ask(asked, call);
      snapshot ??= answer.snapshot;
      note ??= answer.note;
      for (const source of answer.sources as readonly unknown[]) sources.set(JSON.stringify(source), source);
      answers.push({
        tool,
        answer: {
          data: answer.data,
          ...(answer.page === undefined ? {} : { page: answer.page }),
          ...(answer.next_cursor === undefined ? {} : { next_cursor: answer.next_cursor }),
        },
      });
    } catch (error) {
      if (!isTerraceError(error) || error.code === "internal") throw error;
      answers.push({ tool, problem: toolProblem(error) });
    }
  }
  if (snapshot === undefined)
    throw invalidArgument(`no question could be answered: ${JSON.stringify(answers)}`);
  return {
    data: { answers },
    snapshot,
    sources: [...sources.values()],
    ...(note === undefined ? {} : { note }),
  };
}

function unknownTool(name: string, tools: readonly string[]) {
  const others = tools.filter((tool) => tool !== BRIEFING_TOOL.name);
  return invalidArgument(
    `questions.tool: there is no tool "${name}"; did you mean ${nearestNames(name, others, 1)[0]}?`,
  );
}
