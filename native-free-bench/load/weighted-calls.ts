import { Random } from "../../src/runtime/random.ts";
import { type DrawnCall, drawnCalls } from "../mixed-calls.ts";

/** Draws calls with the frequencies of real callers and with keys that the server holds. */
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
