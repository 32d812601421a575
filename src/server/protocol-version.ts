import { Code, ConnectError } from "@connectrpc/connect";

/** The error for a `Connect-Protocol-Version` that is sent and is not 1. Leaving it out is allowed. */
export function protocolVersionError(value: string | null | undefined): ConnectError | undefined {
  if (value === undefined || value === null || value === "1") return undefined;
  const message = `Connect-Protocol-Version must be "1": got "${value}"`;
  return new ConnectError(message, Code.InvalidArgument);
}

/** The same for the `connect` parameter of a GET. */
export function protocolParamError(url: string): ConnectError | undefined {
  const value = new URL(url).searchParams.get("connect");
  if (value === null || value === "v1") return undefined;
  return new ConnectError(`connect must be "v1": got "${value}"`, Code.InvalidArgument);
}
