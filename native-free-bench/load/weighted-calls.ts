import { Random } from "../../src/runtime/random.ts";
import { type DrawnCall, drawnCalls } from "../mixed-calls.ts";

/** Calls as often by method as callers ask them, with keys drawn from what the server holds. */
export async function weightedCalls(url: string, seed: number): Promise<() => DrawnCall> {
  const methods = await drawnCalls(url, seed);
  const random = new Random(seed, "load");
  const total = methods.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let left = random.between(0, total);
    for (const { weight, draw } of methods) {
      left -= weight;
      if (left < 0) return draw();
    }
    return methods[0].draw();
  };
}
