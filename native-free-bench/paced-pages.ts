/**
 * Requests pages at a steady rate: `paced-pages.ts <port> <pages a second> <connections>`. Each message has
 * the requests and a duration in milliseconds; the reply is the achieved rate in pages per second.
 */
import { httpLoad } from "./http-load.ts";

const [port, perSecond, connections] = process.argv.slice(2).map(Number);
process.on("message", async ({ requests, ms }: { requests: string[]; ms: number }) => {
  let next = 0;
  const bytes = requests.map((text) => Buffer.from(text));
  const load = await httpLoad(port, () => bytes[next++ % bytes.length], connections, ms, perSecond);
  process.send?.(load.requestsPerSecond);
});
