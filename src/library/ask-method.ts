import {
  create,
  type DescMessage,
  fromBinary,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toJson,
} from "@bufbuild/protobuf";
import { withinAnswerSize } from "../rpc/answer-size.ts";
import { type Answer, type AnswerForm, isEncodedAnswer, type UnaryMethod } from "../rpc/unary-method.ts";
import { deadlineExceeded, followAbort, throwIfAborted, untilAborted } from "../runtime/abort.ts";
import { invalidArgument } from "../runtime/errors.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import { checkArguments } from "./check-arguments.ts";
import { withChoices } from "./plain-request.ts";

/** What may accompany a question. */
export interface AskOptions {
  /** Ends the call: it rejects with `canceled`, or with `deadline_exceeded` when the signal is a timeout. */
  readonly signal?: AbortSignal | undefined;
  /** Longest the call may take, instead of the engine's own; then it rejects with `deadline_exceeded`. */
  readonly timeoutMs?: number | undefined;
}

/** Longest a call may take where nobody says otherwise: whoever waits longer has most likely been forgotten. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** The longest a timer can wait, almost 25 days; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The answer to a question as a message that belongs to the caller alone. */
export async function askMethod<O extends DescMessage>(
  method: UnaryMethod,
  request: MessageInitShape<DescMessage>,
  options: AskOptions = {},
): Promise<MessageShape<O>> {
  const answer = await answerOf(method, request, options, "binary");
  if (!isEncodedAnswer(answer)) return answer as MessageShape<O>;
  // Encoded answers are shared between calls: each caller gets a message of its own, over bytes of its own.
  return fromBinary(method.desc.output, new Uint8Array(answer.binary())) as MessageShape<O>;
}

/**
 * The answer as the JSON that callers of the server are sent, and no larger. Whoever serves others tells when they give
 * up: work that waits for its turn is refused at once when its turn would come later.
 */
export async function askForJson(
  method: UnaryMethod,
  request: MessageInitShape<DescMessage>,
  options: AskOptions & { readonly time?: CallTime | undefined } = {},
): Promise<JsonValue> {
  const answer = await answerOf(method, request, options, "json");
  if (!isEncodedAnswer(answer)) return toJson(method.desc.output, answer);
  const { buffer, byteOffset, byteLength } = withinAnswerSize(answer.json());
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString()) as JsonValue;
}

async function answerOf(
  method: UnaryMethod,
  request: MessageInitShape<DescMessage>,
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS, time }: AskOptions & { readonly time?: CallTime | undefined },
  form: AnswerForm,
): Promise<Answer> {
  const { input } = method.desc;
  checkTimeout(timeoutMs);
  throwIfAborted(signal);
  const controller = new AbortController();
  const unfollow = followAbort(signal, controller);
  const timer =
    timeoutMs > LONGEST_TIMER_MS
      ? undefined
      : setTimeout(() => controller.abort(deadlineExceeded()), timeoutMs);
  try {
    const init = withChoices(input, request) as MessageInitShape<DescMessage>;
    checkArguments(input, init);
    const call = { signal: controller.signal, form, time };
    const answer = await untilAborted(method.answer(create(input, init) as never, call), controller.signal);
    if (isEncodedAnswer(answer)) await untilAborted(answer.prepare?.(form), controller.signal);
    return answer;
  } finally {
    clearTimeout(timer);
    unfollow();
  }
}

/** Refuses what is no time: a timer would take it for a millisecond. */
export function checkTimeout(timeoutMs: number): void {
  if (typeof timeoutMs === "number" && timeoutMs > 0) return;
  const given = typeof timeoutMs === "number" ? String(timeoutMs) : JSON.stringify(timeoutMs);
  throw invalidArgument(
    `timeoutMs is ${given}; allowed are milliseconds above 0, or Infinity for no deadline`,
  );
}
