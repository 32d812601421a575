/** A process that asks for pages at a steady pace: `paced-pages.ts <port> <pages a second> <connections>`. It gets requests and milliseconds, and answers with the pages a second that it had. */
import { httpLoad } from "./http-load.ts";

const [port, perSecond, connections] = process.argv.slice(2).map(Number);
process.on("message", async ({ requests, ms }: { requests: string[]; ms: number }) => {
  let next = 0;
  const bytes = requests.map((text) => Buffer.from(text));
  const load = await httpLoad(port, () => bytes[next++ % bytes.length], connections, ms, perSecond);
  process.send?.(load.requestsPerSecond);
});
