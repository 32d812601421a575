import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { badConfig } from "../../../runtime/errors.ts";

/** Explains errors of opening a port; returns all others unchanged. */
export function portError(error: unknown, host: string, port: number): unknown {
  const where = `${host}:${port}`;
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return badConfig(
        `${where} is already in use by another program; choose another with --port or TERRACE_PORT`,
      );
    case "EACCES":
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return badConfig(`cannot listen on ${where}; see --host and --port`, error);
    default:
      return error;
  }
}

/** Opens a port; returns a function that closes it with its open connections. */
export async function openPort(
  server: Server & { closeAllConnections?(): void },
  host: string,
  port: number,
): Promise<() => Promise<void>> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    throw portError(error, host, port);
  }
  return async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections?.();
    await closed;
  };
}

/** Throws if a port cannot be opened, before expensive work is done. */
export async function checkPort(host: string, port: number): Promise<void> {
  // 0 takes any free port.
  if (port === 0) return;
  const close = await openPort(createServer(), host, port);
  await close();
}
