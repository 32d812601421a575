import type { FastifyReply } from "fastify";
import { wayOf } from "./raw-request.ts";

/**
 * Calls back once, when the answer is fully sent or the client has disconnected; at once if it already has.
 * Use it to release resources: a stream's own end comes earlier, while its compressed tail may still be
 * unsent.
 */
export function whenClosed({ raw }: FastifyReply, done: () => void): void {
  // A pipelined response may not get "close" when its connection closes.
  const way = wayOf(raw.req);
  const settle = () => {
    raw.off("close", settle);
    way.off("close", settle);
    done();
  };
  if (way.destroyed) done();
  else {
    raw.once("close", settle);
    // Every pipelined call listens on the same connection; Node would warn about a listener leak.
    if (way.listenerCount("close") >= way.getMaxListeners()) way.setMaxListeners(0);
    way.once("close", settle);
  }
}
