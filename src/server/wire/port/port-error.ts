import { badConfig } from "../../../runtime/errors.ts";

/** What to tell the operator when the port cannot be opened; other errors pass through. */
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
