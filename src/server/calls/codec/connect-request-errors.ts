import { base64Decode } from "@bufbuild/protobuf/wire";
import { Code, ConnectError } from "@connectrpc/connect";

/** Content types of a unary method, for `Accept-Post`. */
export const ACCEPT_POST = [
  "application/json",
  "application/proto",
  "application/grpc",
  "application/grpc+json",
  "application/grpc+proto",
  "application/grpc-web",
  "application/grpc-web+json",
  "application/grpc-web+proto",
].join(", ");

export function unsupportedType(contentType: string | null | undefined): string {
  const given = contentType ? `the content type "${contentType}"` : "a request without a Content-Type";
  return `${given} is not understood; send application/json or another of Accept-Post`;
}

/** The error for a `Connect-Protocol-Version` other than 1; a missing one is allowed. */
export function protocolVersionError(value: string | null | undefined): ConnectError | undefined {
  if (value === undefined || value === null || value === "1") return undefined;
  const message = `Connect-Protocol-Version must be "1": got "${value}"`;
  return new ConnectError(message, Code.InvalidArgument);
}

/** The error for a Connect GET with `connect` other than v1, or with a message that is not base64. */
export function getParamsError(url: string): ConnectError | undefined {
  const params = new URL(url).searchParams;
  const version = params.get("connect");
  if (version !== null && version !== "v1") {
    return new ConnectError(`connect must be "v1": got "${version}"`, Code.InvalidArgument);
  }
  if (params.get("base64") !== "1") return undefined;
  try {
    base64Decode(params.get("message") ?? "");
    return undefined;
  } catch (cause) {
    return new ConnectError("message is not base64", Code.InvalidArgument, undefined, undefined, cause);
  }
}
