import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { StopSignal } from "../runtime/abort.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import { checkRequestBounds } from "./request-bounds.ts";

/** Which data an answer was made from; sent as response headers. */
export interface SnapshotFacts {
  readonly snapshotId: string;
  /** ISO instant that the data is as of. */
  readonly asOf: string;
  readonly synthetic: boolean;
  /** Rows of each dataset table; unknown where there is no snapshot. */
  readonly datasetRows?: Readonly<Record<string, number>>;
}

/** The forms that answers are encoded in. */
export type AnswerForm = "binary" | "json";

/** Memory that a call may take, counted until it is released. Releasing twice is harmless. */
export interface Room {
  readonly byteLength: number;
  release(): void;
}

/** For a program that asks in its own memory, and for answers that are not large: nothing counts them. */
export const OWN_ROOM: Room = { byteLength: 0, release: () => {} };

/** What a call brings in addition to its request. */
export interface CallContext {
  /**
   * Aborted when the deadline passes or the caller goes away; `reason` is a TerraceError that tells which.
   * Made when first read: a method that cannot be stopped should not touch it.
   */
  readonly signal: AbortSignal;
  /** The same as `signal` for work that needs no more than to learn of the end; costs next to nothing to make. */
  readonly stop: StopSignal;
  /** Taken before the work starts and released by the taker once the answer is encoded: no call works without. */
  readonly room: Room;
  /** In which form the answer is wanted; a method whose answers are costly to encode makes it at once. */
  readonly form?: AnswerForm | undefined;
  /** When the caller gives up; undefined when it waits for ever. */
  readonly time?: CallTime | undefined;
  /** Set by a method to the facts of the view it pinned; unset, the server sends those of the current one. */
  snapshot?: SnapshotFacts | undefined;
}

/** The context of a call by a program that asks in its own memory. */
export function ownCall(signal: AbortSignal, rest: Pick<CallContext, "form" | "time"> = {}): CallContext {
  return { ...rest, signal, stop: signal, room: OWN_ROOM };
}

/** An answer whose bytes are joined from pieces encoded once a snapshot. */
export interface EncodedAnswer {
  /**
   * Resolves when a form can be given without a long stretch of work, undefined when it can be already. Absent where
   * it always can. A caller that does not wait gets the same bytes, and holds the thread.
   */
  prepare?(form: AnswerForm): Promise<void> | undefined;
  binary(): Uint8Array;
  json(): Uint8Array;
  /** The same answer as a message, for protocols that encode by themselves. */
  message(): MessageShape<DescMessage>;
}

/** One method of a service, independent of protocol and transport. */
export interface UnaryMethod {
  readonly desc: DescMethodUnary;
  /** The dataset tables that it answers from, those that it cannot do without first. */
  readonly tables?: readonly string[] | undefined;
  /** A message of the method's output type, or its bytes. Throws TerraceError. */
  answer(request: never, context: CallContext): Answer | Promise<Answer>;
}

/** What a method gives whose answers are messages of a type. */
export type Answer<O extends DescMessage = DescMessage> = MessageShape<O> | EncodedAnswer;

/** A method with its request and answer types checked against the descriptor. It sees no request over its bounds. */
export function unaryMethod<I extends DescMessage, O extends DescMessage>(
  desc: DescMethodUnary<I, O>,
  answer: (request: MessageShape<I>, context: CallContext) => Answer<O> | Promise<Answer<O>>,
): UnaryMethod {
  return {
    desc,
    answer: (request, context) => {
      checkRequestBounds(desc.input, request);
      return answer(request, context);
    },
  };
}

export function isEncodedAnswer(answer: Answer): answer is EncodedAnswer {
  return typeof (answer as EncodedAnswer).binary === "function";
}
