import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";

/** How every HTTP/2 connection with prior knowledge begins; no HTTP/1.1 verb starts like it. */
const HTTP2_PREFACE = "PRI";

/**
 * A connection listener that gives each socket to the server whose protocol its first bytes speak. One that is silent
 * for `silenceMs` before that is dropped.
 */
export function splitByProtocol(http1: EventEmitter, http2: EventEmitter, silenceMs: number) {
  const undecided = new Set<Socket>();

  function split(socket: Socket): void {
    undecided.add(socket);
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.once("close", () => undecided.delete(socket));
    // The port lets callers close their side first; one that has said nothing by then is not answered.
    socket.once("end", () => {
      if (undecided.has(socket)) socket.destroy();
    });
    socket.on("readable", look);

    let bytes: Buffer = Buffer.alloc(0);
    function look(): void {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        bytes = bytes.byteLength === 0 ? chunk : Buffer.concat([bytes, chunk]);
      }
      const start = bytes.toString("latin1", 0, HTTP2_PREFACE.length);
      if (start.length < HTTP2_PREFACE.length && HTTP2_PREFACE.startsWith(start)) return;
      socket.off("readable", look);
      socket.removeAllListeners("timeout");
      socket.setTimeout(0);
      undecided.delete(socket);
      socket.unshift(bytes);
      (start === HTTP2_PREFACE ? http2 : http1).emit("connection", socket);
    }
  }

  return {
    split,
    closeUndecided(): void {
      for (const socket of undecided) socket.destroy();
    },
  };
}
