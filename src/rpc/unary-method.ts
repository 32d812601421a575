import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { StopSignal } from "../runtime/abort.ts";

/** Which data an answer was made from; sent as response headers. */
export interface SnapshotFacts {
  readonly snapshotId: string;
  /** ISO instant the data stands for. */
  readonly asOf: string;
  readonly synthetic: boolean;
}

/** What a call brings besides its request. */
export interface CallContext {
  /**
   * Aborted when the deadline passes or the caller goes away; `reason` is a TerraceError that tells which.
   * Made when first read: a method that cannot be stopped should not touch it.
   */
  readonly signal: AbortSignal;
  /** The same as `signal` for work that needs no more than to hear of the end; costs next to nothing to make. */
  readonly stop?: StopSignal | undefined;
  /** Set by a method to the facts of the view it pinned; unset, the server sends those of the current one. */
  snapshot?: SnapshotFacts | undefined;
}

/** An answer whose bytes are joined from pieces encoded once a snapshot. */
export interface EncodedAnswer {
  /**
   * Resolves when a form can be given without a long stretch of work, undefined when it can be already. Absent where
   * it always can. Whoever does not wait gets the same bytes, and holds the thread.
   */
  prepare?(form: "binary" | "json"): Promise<void> | undefined;
  binary(): Uint8Array;
  json(): Uint8Array;
  /** The same answer as a message, for protocols that encode by themselves. */
  message(): MessageShape<DescMessage>;
}

/** One method of a service, independent of protocol and transport. */
export interface UnaryMethod {
  readonly desc: DescMethodUnary;
  /** A message of the method's output type, or its bytes. Throws TerraceError. */
  answer(request: never, context: CallContext): Answer | Promise<Answer>;
}

export type Answer = MessageShape<DescMessage> | EncodedAnswer;

/** A method with its request and answer types checked against the descriptor. */
export function unaryMethod<I extends DescMessage, O extends DescMessage>(
  desc: DescMethodUnary<I, O>,
  answer: (
    request: MessageShape<I>,
    context: CallContext,
  ) => MessageShape<O> | EncodedAnswer | Promise<MessageShape<O> | EncodedAnswer>,
): UnaryMethod {
  return { desc, answer: answer as UnaryMethod["answer"] };
}

export function isEncodedAnswer(answer: Answer): answer is EncodedAnswer {
  return typeof (answer as EncodedAnswer).binary === "function";
}
