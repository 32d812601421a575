import { Code, ConnectError } from "@connectrpc/connect";

/** The error for a `Connect-Protocol-Version` that is sent and is not 1. Leaving it out is allowed. */
export function protocolVersionError(value: string | null | undefined): ConnectError | undefined {
  if (value === undefined || value === null || value === "1") return undefined;
  const message = `Connect-Protocol-Version must be "1": got "${value}"`;
  return new ConnectError(message, Code.InvalidArgument);
}
