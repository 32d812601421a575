import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { classPrefix, keyedDigest } from "./stored-identifier.ts";

/** An identifier as logs may show it: its class and eight digits of a digest that needs the installation's key. */
export type CallerDigest = (identifier: string) => string;

/** A digest takes microseconds and the same callers come again. */
const MAX_KEPT = 10_000;

export function createCallerDigest(key: () => Uint8Array): CallerDigest {
  const kept = new BoundedCache<string>({ maxEntries: MAX_KEPT });
  return (identifier) => {
    let digest = kept.get(identifier);
    if (digest === undefined) {
      digest = classPrefix(identifier) + keyedDigest(identifier, key(), 8);
      kept.set(identifier, digest);
    }
    return digest;
  };
}
