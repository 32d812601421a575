/**
 * Two classes of callers are counted apart. Users have shown a token that this deployment signed, so nobody can invent
 * them. Strangers are addresses, of which anyone may have many: they take the place of strangers only.
 */
export type CallerClass = "user" | "stranger";

/** The class of an identifier such as `user:alice` or `ip:192.0.2.1`. */
export function callerClass(identifier: string): CallerClass {
  return identifier.startsWith("user:") ? "user" : "stranger";
}
