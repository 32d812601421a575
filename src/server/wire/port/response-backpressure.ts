import type { Room } from "../../../rpc/unary-method.ts";
import { isGone, wayOf } from "../http/raw-request.ts";
import type { Hold, UnreadAnswers } from "./unread-answers.ts";

type Held = Parameters<UnreadAnswers["hold"]>;

const NOTHING: Hold = { release: () => {} };

/**
 * The way of one answer, which counts as unread from when it is encoded: it may wait long to be compressed. The first of
 * its pieces that is handed on takes its place.
 */
export class ResponseBackpressure implements Pick<UnreadAnswers, "enter" | "room" | "hold"> {
  readonly #unread: UnreadAnswers;
  readonly #request: Held[0];
  #made: Hold = NOTHING;

  constructor(unread: UnreadAnswers, request: Held[0]) {
    this.#unread = unread;
    this.#request = request;
  }

  enter(...asked: Parameters<UnreadAnswers["enter"]>): Room | Promise<Room> {
    return this.#unread.enter(...asked);
  }

  room(...asked: Parameters<UnreadAnswers["room"]>): Promise<void> | undefined {
    return this.#unread.room(...asked);
  }

  hold(...held: Held): Hold {
    this.settle();
    // Nobody would hear a second time that it is closed.
    return isGone(this.#request) ? NOTHING : this.#unread.hold(...held);
  }

  /** Counts the answer, which was just encoded. */
  make(byteLength: number): void {
    const way = wayOf(this.#request);
    if (way.destroyed) return;
    const hold = this.#unread.hold(this.#request, byteLength);
    way.once("close", hold.release);
    this.#made = {
      release: () => {
        way.off("close", hold.release);
        hold.release();
      },
    };
  }

  /** The answer is kept no longer, or its pieces count in its place. */
  settle(): void {
    this.#made.release();
    this.#made = NOTHING;
  }
}
