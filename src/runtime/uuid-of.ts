import { hash } from "node:crypto";

/** UUID of version 8 (RFC 9562) from a hash of a string: the same on every machine. */
export function uuidOf(name: string): string {
  const hex = hash("sha256", name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
