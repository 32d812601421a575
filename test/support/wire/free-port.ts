import { once } from "node:events";
import { createServer } from "node:net";

/** Below Linux's ephemeral range, so that the system assigns this port to nobody else meanwhile. */
const FIRST = 15_000;
const COUNT = 10_000;
let tried = 0;

/** A free port of 127.0.0.1, for programs that cannot listen on port 0. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < COUNT; attempt++) {
    // Test files run in separate processes: each starts at another port.
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
