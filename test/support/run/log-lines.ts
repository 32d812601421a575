import type { FastifyBaseLogger } from "fastify";
import { pino } from "pino";

/** One log line as pino writes it. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly rpc?: string;
  readonly code?: string;
  readonly err?: { readonly message: string; readonly stack: string };
}

/** A pino logger whose lines, from debug up, are collected in the array. */
export function logInto(lines: LogLine[]): FastifyBaseLogger {
  return pino({ level: "debug" }, { write: (text: string) => lines.push(JSON.parse(text) as LogLine) });
}
