import type { FastifyBaseLogger } from "fastify";
import { pino } from "pino";

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly rpc?: string;
  readonly code?: string;
  readonly err?: { readonly message: string; readonly stack: string };
}

/** A pino logger that collects its lines, from level debug up, in the array. */
export function logInto(lines: LogLine[]): FastifyBaseLogger {
  return pino({ level: "debug" }, { write: (text: string) => lines.push(JSON.parse(text) as LogLine) });
}
