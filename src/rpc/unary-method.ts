import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { StopSignal } from "../runtime/abort.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import { checkRequestBounds } from "./request-bounds.ts";

/** The snapshot behind an answer; sent as response headers. */
export interface SnapshotFacts {
  readonly snapshotId: string;
  /** ISO instant. */
  readonly asOf: string;
  readonly synthetic: boolean;
  /** Rows per dataset table; undefined without a snapshot. */
  readonly datasetRows?: Readonly<Record<string, number>>;
}

export type AnswerForm = "binary" | "json";

/** Memory reserved for a call. Releasing twice is harmless. */
export interface Room {
  readonly byteLength: number;
  release(): void;
}

/** Uncounted: for in-process callers, and for answers that are not large. */
export const OWN_ROOM: Room = { byteLength: 0, release: () => {} };

export interface CallContext {
  /**
   * Aborts when the deadline passes or the caller disconnects; `reason` is a TerraceError. A getter that
   * creates it on first use: use `stop` where that is enough.
   */
  readonly signal: AbortSignal;
  /** Like `signal`, for work that only needs to know of the end; costs next to nothing. */
  readonly stop: StopSignal;
  /** Acquired before the work starts and released by its owner once the answer is encoded. */
  readonly room: Room;
  /** The encoding wanted. A method whose answers are costly to encode produces it directly. */
  readonly form?: AnswerForm | undefined;
  /** Deadline; undefined means none. */
  readonly time?: CallTime | undefined;
  /** Set by methods that pin a view; otherwise the server sends the facts of the current snapshot. */
  snapshot?: SnapshotFacts | undefined;
}

export function ownCall(signal: AbortSignal, rest: Pick<CallContext, "form" | "time"> = {}): CallContext {
  return { ...rest, signal, stop: signal, room: OWN_ROOM };
}

/** An answer that provides its own bytes, often joined from pieces encoded once per snapshot. */
export interface EncodedAnswer {
  /**
   * Resolves when a form can be encoded without blocking the thread for long; undefined if it already can.
   * Optional to await: without it the bytes are the same, but the thread is blocked.
   */
  prepare?(form: AnswerForm): Promise<void> | undefined;
  binary(): Uint8Array;
  json(): Uint8Array;
  /** Decoded, for protocols that encode by themselves. */
  message(): MessageShape<DescMessage>;
}

export interface UnaryMethod {
  readonly desc: DescMethodUnary;
  /** Dataset tables that it reads, the indispensable ones first. */
  readonly tables?: readonly string[] | undefined;
  /** Throws TerraceError. */
  answer(request: never, context: CallContext): Answer | Promise<Answer>;
}

export type Answer<O extends DescMessage = DescMessage> = MessageShape<O> | EncodedAnswer;

/** Makes a method with typed request and answer, and checks the request bounds. */
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
