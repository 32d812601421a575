import type { FastifyReply } from "fastify";
import { wayOf } from "./raw-request.ts";

/**
 * Calls back once, when an answer is sent whole or cannot be any more, at once where its caller is gone already: what it
 * holds is free from then on. Its source ends before, while a compressed tail may still wait for its caller.
 */
export function whenClosed({ raw }: FastifyReply, done: () => void): void {
  // A response that waits behind others may never hear that its HTTP/1.1 connection is gone.
  const way = wayOf(raw.req);
  const settle = () => {
    raw.off("close", settle);
    way.off("close", settle);
    done();
  };
  if (way.destroyed) done();
  else {
    raw.once("close", settle);
    // Every call of a pipeline listens to the one connection; Node would take so many for a leak, and print it.
    if (way.listenerCount("close") >= way.getMaxListeners()) way.setMaxListeners(0);
    way.once("close", settle);
  }
}
