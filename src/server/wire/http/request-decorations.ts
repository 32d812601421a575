import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Headers for the answer of a call that succeeds; an error carries none of them. */
    terraceSuccessHeaders: Readonly<Record<string, string>> | undefined;
    /** The address by which a snapshot other than the current one is asked; undefined for all other requests. */
    terraceAddress: SnapshotAddress | undefined;
  }
}

export interface SnapshotAddress {
  /** What goes before a path for the same snapshot for ever, such as `/at/2026-11-13-0123456789ab`. */
  readonly prefix: string;
  /** How long an answer from these dataset tables may be kept. */
  cacheControl(tables: readonly string[] | undefined): string;
}

const MEMBERS = [
  "terraceAddress",
  "terraceCaller",
  "terraceSuccessHeaders",
  "terraceRecord",
  "terraceReadHeaders",
];

/** Gives every request the members that hooks fill and handlers read; a host's own members have other names. */
export function decorateRequests(server: FastifyInstance): void {
  for (const name of MEMBERS) {
    if (!server.hasRequestDecorator(name)) server.decorateRequest(name, undefined);
  }
}
