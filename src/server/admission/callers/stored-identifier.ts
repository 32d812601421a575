import { createHmac } from "node:crypto";
import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { callerClass } from "./caller-class.ts";

/** Digits of an address's digest: two of a thousand million addresses collide with a chance below one in 10^20. */
const DIGITS = 32;

/** The name under which a caller's counts are stored: users as they are, addresses as a digest that needs the key. */
export function storedIdentifier(identifier: string, key: Uint8Array): string {
  if (callerClass(identifier) === "user") return identifier;
  return classPrefix(identifier) + keyedDigest(identifier, key, DIGITS);
}

/** True for an address that was stored before there was a key. */
export function isStoredInClear(identifier: string): boolean {
  return callerClass(identifier) !== "user" && !/^[a-z-]+:[0-9a-f]{32}$/.test(identifier);
}

/** Digits of the identifier's digest. Without the key nobody can try all addresses until one fits. */
function keyedDigest(identifier: string, key: Uint8Array, digits: number): string {
  return createHmac("sha256", key).update(identifier).digest("hex").slice(0, digits);
}

/** The class of an identifier with its colon: `ip:`. */
function classPrefix(identifier: string): string {
  return identifier.slice(0, identifier.indexOf(":") + 1);
}

/** An identifier as logs may show it: its class and eight digits of a digest that needs the installation's key. */
export type CallerDigest = (identifier: string) => string;

/** A digest takes microseconds and the same callers come again. */
const MAX_KEPT = 10_000;

export function createCallerDigest(key: () => Uint8Array): CallerDigest {
  const kept = new BoundedCache<string>({ maxEntries: MAX_KEPT });
  return (identifier) =>
    remembered(kept, identifier, () => classPrefix(identifier) + keyedDigest(identifier, key(), 8));
}
