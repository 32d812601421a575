/**
 * Callers are counted in two classes. Users have a token that this deployment signed, so they cannot be
 * invented. Strangers are addresses, of which one caller may have many: they evict only strangers.
 */
export type CallerClass = "user" | "stranger";

/** The class of an identifier such as `user:alice` or `ip:192.0.2.1`. */
export function callerClass(identifier: string): CallerClass {
  return identifier.startsWith("user:") ? "user" : "stranger";
}
