import { onTestFinished } from "vitest";
import { type ServeOptions, serveCountry } from "./serve-country.ts";

/** serveCountry, closed when the running test ends. */
export async function serveForTest(dataDir: string, options?: ServeOptions) {
  const serving = await serveCountry(dataDir, options);
  onTestFinished(() => serving.close().then(() => {}));
  return serving;
}
