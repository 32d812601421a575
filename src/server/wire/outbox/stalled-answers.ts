import { constants, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";

/** How often answers are looked at within the time that callers have. */
const LOOKS = 4;

/**
 * Cuts off callers who take nothing of an answer for the time set, or half as long again at most, whatever route it came
 * from: budgets and deadlines of single routes are no more than shorter ways to the same end. Of an HTTP/1.1 caller the
 * connection is closed, of an HTTP/2 caller the call.
 */
export function stalledAnswers(timeoutMs: number) {
  const looks = new Set<() => void>();
  const look = () => {
    for (const one of looks) one();
  };
  const timer = setInterval(look, timeoutMs / LOOKS).unref();
  /** `isStuck` finds out whether nothing was taken since the look before, though there is something to take. */
  const watch = (way: Socket | ServerHttp2Stream, isStuck: () => boolean, cut: () => void): void => {
    let looksInARow = 0;
    const lookAt = () => {
      looksInARow = isStuck() ? looksInARow + 1 : 0;
      if (looksInARow > LOOKS) cut();
    };
    looks.add(lookAt);
    way.once("close", () => looks.delete(lookAt));
  };
  return {
    /** Watches what is written to a connection; HTTP/2 writes past its socket, so there this sees nothing. */
    watchConnection: (socket: Socket): void => {
      let takenBytes = -1;
      const isStuck = () => {
        const { bytesWritten, writableLength } = socket;
        const before = takenBytes;
        // Those written count from the moment they are handed over.
        takenBytes = bytesWritten - writableLength;
        return writableLength > 0 && takenBytes === before;
      };
      watch(socket, isStuck, () => socket.destroy());
    },
    /** Watches a call; `onCut` is called as long as a call is there that was closed. */
    watchCall: (stream: ServerHttp2Stream, onCut: () => void): void => {
      let isDrainAwaited = false;
      const isStuck = () => {
        if (stream.closed) {
          onCut();
          return false;
        }
        // A whole answer that is taken ends the call; what is left of the request has its own time.
        if (stream.writableEnded) return true;
        if (!stream.writableNeedDrain || isDrainAwaited) return stream.writableNeedDrain;
        isDrainAwaited = true;
        stream.once("drain", () => {
          isDrainAwaited = false;
        });
        return false;
      };
      watch(stream, isStuck, () => stream.close(constants.NGHTTP2_CANCEL));
    },
    look,
    close: () => clearInterval(timer),
  };
}

export type StalledAnswers = ReturnType<typeof stalledAnswers>;
