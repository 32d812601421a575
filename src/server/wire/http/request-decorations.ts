import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Headers for a successful answer; errors do not get them. */
    terraceSuccessHeaders: Readonly<Record<string, string>> | undefined;
    /** The address of another snapshot than the current one; undefined for all other requests. */
    terraceAddress: SnapshotAddress | undefined;
  }
}

export interface SnapshotAddress {
  /** Permanent path prefix of the snapshot, such as `/at/2026-11-13-0123456789ab`. */
  readonly prefix: string;
  cacheControl(tables: readonly string[] | undefined): string;
}

const MEMBERS = [
  "terraceAddress",
  "terraceCaller",
  "terraceSuccessHeaders",
  "terraceRecord",
  "terraceReadHeaders",
];

/** Declares the request members that our hooks set; unlike a host's own, their names begin with `terrace`. */
export function decorateRequests(server: FastifyInstance): void {
  for (const name of MEMBERS) {
    if (!server.hasRequestDecorator(name)) server.decorateRequest(name, undefined);
  }
}
