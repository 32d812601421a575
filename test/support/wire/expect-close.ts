import { expect } from "vitest";

const membersOf = (value: object) => Object.entries(value).filter(([, member]) => member !== undefined);

/** Expects equal values; numbers may differ by the rounding of sums in another order. */
export function expectClose(actual: unknown, expected: unknown, path = "answer", relative = 1e-9): void {
  if (typeof expected === "number" && typeof actual === "number") {
    const tolerance = relative * Math.max(1, Math.abs(expected));
    expect(Math.abs(actual - expected), `${path}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(
      tolerance,
    );
    return;
  }
  if (typeof expected !== "object" || expected === null || typeof actual !== "object" || actual === null) {
    expect(actual, path).toEqual(expected);
    return;
  }
  const [own, wanted] = [actual, expected].map((value) => membersOf(value).map(([name]) => name));
  expect(own.sort(), path).toEqual(wanted.sort());
  for (const [name, value] of membersOf(expected)) {
    expectClose((actual as Record<string, unknown>)[name], value, `${path}.${name}`, relative);
  }
}
