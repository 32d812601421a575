import { constants, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";

/** Checks per timeout. */
const LOOKS = 4;

/**
 * Cuts off clients that have read nothing of an answer for the timeout, or half as long again at most, on any
 * route; budgets and deadlines of single routes only do so earlier. Closes the connection in HTTP/1.1, the
 * stream in HTTP/2.
 */
export function stalledAnswers(timeoutMs: number) {
  const looks = new Set<() => void>();
  const look = () => {
    for (const one of looks) one();
  };
  const timer = setInterval(look, timeoutMs / LOOKS).unref();
  /** `isStuck` returns whether nothing was read since the last look though there is something to read. */
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
    /** Watches an HTTP/1.1 connection; HTTP/2 writes bypass the socket, so it sees none of them. */
    watchConnection: (socket: Socket): void => {
      let takenBytes = -1;
      const isStuck = () => {
        const { bytesWritten, writableLength } = socket;
        const before = takenBytes;
        // `bytesWritten` includes bytes still in the buffer.
        takenBytes = bytesWritten - writableLength;
        return writableLength > 0 && takenBytes === before;
      };
      watch(socket, isStuck, () => socket.destroy());
    },
    /** Watches a stream; `onCut` is called on every look while a closed stream still exists. */
    watchCall: (stream: ServerHttp2Stream, onCut: () => void): void => {
      let isDrainAwaited = false;
      const isStuck = () => {
        if (stream.closed) {
          onCut();
          return false;
        }
        // A fully read answer ends the stream; the rest of the request has its own timeout.
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
