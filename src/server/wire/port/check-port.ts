import { once } from "node:events";
import { createServer } from "node:net";
import { portError } from "./port-error.ts";

/** Rejects, as a server's start would, when a port cannot be listened on: before work that would be for nothing. */
export async function checkPort(host: string, port: number): Promise<void> {
  // 0 takes any free port.
  if (port === 0) return;
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, "listening");
  } catch (error) {
    throw portError(error, host, port);
  }
  probe.close();
  await once(probe, "close");
}
