import {
  type DescMessage,
  fromBinary,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { withinAnswerSize } from "../rpc/answer-size.ts";
import {
  type Answer,
  type AnswerForm,
  isEncodedAnswer,
  ownCall,
  type UnaryMethod,
} from "../rpc/unary-method.ts";
import {
  deadlineExceeded,
  errorInTime,
  followAbort,
  throwIfAborted,
  untilAborted,
} from "../runtime/abort.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import { MAX_TIMER_MS } from "../runtime/time/within.ts";
import { checkedOptions, type OptionKinds } from "./check-options.ts";
import { readRequest } from "./read-request.ts";

/** Default deadline of a call; a caller that waits longer has most likely been forgotten. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** Options of a call to the engine. */
export interface AskOptions {
  /** Ends the call: it rejects with `canceled`, or with `deadline_exceeded` when the signal is a timeout. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline in milliseconds, overriding the engine's; a late call rejects with `deadline_exceeded`. */
  readonly timeoutMs?: number | undefined;
}

const ASK_OPTIONS: OptionKinds<AskOptions> = { signal: "signal", timeoutMs: "time" };

/** Checks the options of a call and reads each once; `kinds` are those that `caller` accepts. */
export function checkedAskOptions(
  caller: string,
  options: AskOptions | undefined,
  kinds: Partial<typeof ASK_OPTIONS> = ASK_OPTIONS,
): AskOptions {
  return options === undefined ? {} : checkedOptions(caller, options, kinds, "the options of a call");
}

/** Calls a method; the returned message belongs to this caller only. The default deadline is `usualMs`. */
export async function askMethod<O extends DescMessage>(
  method: UnaryMethod,
  request: MessageInitShape<DescMessage>,
  options?: AskOptions,
  usualMs = DEFAULT_TIMEOUT_MS,
): Promise<MessageShape<O>> {
  const checked = checkedAskOptions(method.desc.localName, options);
  const answer = await answerOf(method, request, { usualMs, ...checked }, "binary");
  if (!isEncodedAnswer(answer)) return answer as MessageShape<O>;
  // Encoded answers are shared between calls: decode a message per caller, from a copy of the bytes.
  return fromBinary(method.desc.output as O, new Uint8Array(answer.binary()));
}

/** Answers an encoded request with a copy of the encoded answer, for another thread of this process. */
export async function askForBytes(
  method: UnaryMethod,
  request: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { input, output } = method.desc;
  const answer = await answerOf(method, fromBinary(input, request), {}, "binary");
  return new Uint8Array(isEncodedAnswer(answer) ? answer.binary() : toBinary(output, answer));
}

/** The answer as JSON, within the server's answer size. By `time` the queue rejects calls that end late. */
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

interface Asked extends AskOptions {
  readonly time?: CallTime | undefined;
  /** Deadline when `timeoutMs` is undefined. */
  readonly usualMs?: number;
}

async function answerOf(
  method: UnaryMethod,
  request: MessageInitShape<DescMessage>,
  { signal, time, usualMs = DEFAULT_TIMEOUT_MS, timeoutMs = usualMs }: Asked,
  form: AnswerForm,
): Promise<Answer> {
  throwIfAborted(signal);
  const endsAtMs = performance.now() + timeoutMs;
  const controller = new AbortController();
  const unfollow = followAbort(signal, controller);
  const timer =
    timeoutMs > MAX_TIMER_MS ? undefined : setTimeout(() => controller.abort(deadlineExceeded()), timeoutMs);
  try {
    const call = ownCall(controller.signal, { form, time });
    const answering = method.answer(readRequest(method.desc.input, request) as never, call);
    const answer = await untilAborted(answering, controller.signal);
    if (isEncodedAnswer(answer)) await untilAborted(answer.prepare?.(form), controller.signal);
    return answer;
  } catch (error) {
    throw errorInTime(error, { now: () => performance.now(), endsAtMs });
  } finally {
    clearTimeout(timer);
    unfollow();
  }
}
