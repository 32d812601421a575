import {
  type DescMessage,
  fromBinary,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toJson,
} from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { fullName } from "../domains/domain.ts";
import { withinAnswerSize } from "../rpc/answer-size.ts";
import { toConnectError } from "../rpc/to-connect-error.ts";
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
import { TerraceError } from "../runtime/errors.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import { type AskOptions, checkedAskOptions } from "./check-call.ts";
import { readRequest } from "./read-request.ts";

/** Longest a call may take where nobody says otherwise: a caller that waits longer has most likely been forgotten. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** The longest a timer can wait, almost 25 days; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The answer to a question as a message that belongs to the caller alone; within `usualMs` when the caller says no time. */
export async function askMethod<O extends DescMessage>(
  method: UnaryMethod,
  request: MessageInitShape<DescMessage>,
  options?: AskOptions,
  usualMs = DEFAULT_TIMEOUT_MS,
): Promise<MessageShape<O>> {
  const checked = checkedAskOptions(method.desc.localName, options);
  return askAs(method, method.desc.output as O, request, { usualMs, ...checked });
}

/** The answer as another message that is read from the same bytes. */
async function askAs<O extends DescMessage>(
  method: UnaryMethod,
  output: O,
  request: MessageInitShape<DescMessage>,
  options: Asked = {},
): Promise<MessageShape<O>> {
  const answer = await answerOf(method, request, options, "binary");
  if (!isEncodedAnswer(answer)) return answer as MessageShape<O>;
  // Encoded answers are shared between calls: each caller gets a message of its own, over bytes of its own.
  return fromBinary(output, new Uint8Array(answer.binary()));
}

/** The methods as a transport for clients in this process: the same answers as over the wire, without one. */
export function ownTransport(methods: readonly UnaryMethod[]): Transport {
  const byName = new Map(methods.map((method) => [fullName(method.desc), method]));
  return {
    async unary(desc, signal, timeoutMs, _header, input) {
      const method = byName.get(fullName(desc));
      if (method === undefined) throw new TerraceError("internal", `no method ${fullName(desc)}`);
      const options = { ...(signal && { signal }), ...(timeoutMs && { timeoutMs }) };
      const request = input as MessageInitShape<DescMessage>;
      const message = await askAs(method, desc.output, request, options).catch((error: unknown) => {
        throw toConnectError(error);
      });
      const empty = new Headers();
      return {
        ...{ stream: false as const, service: desc.parent, method: desc, header: empty, trailer: empty },
        message,
      };
    },
    stream() {
      throw new TerraceError("internal", "streams are not asked in the same process");
    },
  };
}

/**
 * The answer as the JSON that callers of the server are sent, and no larger. A server of others says when they give
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

interface Asked extends AskOptions {
  readonly time?: CallTime | undefined;
  /** How long it may take when no time is said. */
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
    timeoutMs > LONGEST_TIMER_MS
      ? undefined
      : setTimeout(() => controller.abort(deadlineExceeded()), timeoutMs);
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
