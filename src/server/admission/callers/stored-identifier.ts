import { createHmac } from "node:crypto";
import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { callerClass } from "./caller-class.ts";

/** Hex digits of a stored digest: two of a thousand million collide with a chance below 10^-20. */
const DIGITS = 32;

/** The stored form of an identifier: users unchanged, addresses as a keyed digest. */
export function storedIdentifier(identifier: string, key: Uint8Array): string {
  if (callerClass(identifier) === "user") return identifier;
  return classPrefix(identifier) + keyedDigest(identifier, key, DIGITS);
}

/** True for an address stored unhashed, by a version without keys. */
export function isStoredInClear(identifier: string): boolean {
  return callerClass(identifier) !== "user" && !/^[a-z-]+:[0-9a-f]{32}$/.test(identifier);
}

/** HMAC, so that without the key nobody can try all addresses until one matches. */
function keyedDigest(identifier: string, key: Uint8Array, digits: number): string {
  return createHmac("sha256", key).update(identifier).digest("hex").slice(0, digits);
}

/** The prefix of an identifier, colon included: `ip:`. */
function classPrefix(identifier: string): string {
  return identifier.slice(0, identifier.indexOf(":") + 1);
}

/** Returns an identifier for logs: class prefix and eight digits of a keyed digest. */
export type CallerDigest = (identifier: string) => string;

/** Cached: a digest takes microseconds, and callers repeat. */
const MAX_KEPT = 10_000;

export function createCallerDigest(key: () => Uint8Array): CallerDigest {
  const kept = new BoundedCache<string>({ maxEntries: MAX_KEPT });
  return (identifier) =>
    remembered(kept, identifier, () => classPrefix(identifier) + keyedDigest(identifier, key(), 8));
}
