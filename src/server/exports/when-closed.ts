import type { FastifyReply } from "fastify";

/**
 * Calls back once, when an answer is sent whole or cannot be any more: what it holds is free from then on. Its source ends
 * before, while a compressed tail may still wait for its caller.
 */
export function whenClosed({ raw }: FastifyReply, done: () => void): void {
  // A response that waits behind others never hears that its HTTP/1.1 connection is gone.
  const socket = raw.req.httpVersionMajor === 1 ? raw.req.socket : undefined;
  const settle = () => {
    raw.off("close", settle);
    socket?.off("close", settle);
    done();
  };
  if (raw.destroyed || socket?.destroyed) done();
  else {
    raw.once("close", settle);
    socket?.once("close", settle);
  }
}
