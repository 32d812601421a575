import type { FastifyReply, FastifyRequest } from "fastify";

/** The longest a timer can wait, almost 25 days; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const MS_PER_UNIT: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1000 };

/** Shortens a legal timeout to what a timer can hold; leaves everything else to the protocol handlers. */
export function clampTimeout(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { headers } = request.raw;
  const connect = headers["connect-timeout-ms"];
  if (typeof connect === "string" && /^\d{10}$/.test(connect) && Number(connect) > LONGEST_TIMER_MS) {
    headers["connect-timeout-ms"] = String(LONGEST_TIMER_MS);
  }
  const grpc = headers["grpc-timeout"];
  if (typeof grpc === "string") {
    const [, digits, unit] = /^(\d{1,8})([HMS])$/.exec(grpc) ?? [];
    if (unit !== undefined && Number(digits) * MS_PER_UNIT[unit] > LONGEST_TIMER_MS) {
      headers["grpc-timeout"] = `${Math.floor(LONGEST_TIMER_MS / 1000)}S`;
    }
  }
  done();
}
