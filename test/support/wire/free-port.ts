import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range that Linux draws from for port 0 and for callers, so that nobody is given this one meanwhile. */
const FIRST = 15_000;
const COUNT = 10_000;
let tried = 0;

/** A port of 127.0.0.1 that is free and stays so until it is used, for what must be told its port. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < COUNT; attempt++) {
    // Test files run in processes of their own: each begins elsewhere.
    const port = FIRST + ((process.pid * 37 + tried++) % COUNT);
    const probe = createServer().listen(port, "127.0.0.1");
    try {
      await once(probe, "listening");
    } catch {
      continue;
    }
    probe.close();
    await once(probe, "close");
    return port;
  }
  throw new Error(`no free port from ${FIRST} to ${FIRST + COUNT - 1}`);
}
