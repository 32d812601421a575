import type { DescMethod } from "@bufbuild/protobuf";
import { Code, type ConnectError } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import type { FastifyBaseLogger } from "fastify";
import { fullName } from "../../domains/domain.ts";

/** Codes that are this server's fault; all others are the caller's doing or normal operation. */
export const OWN_FAULTS = [Code.Internal, Code.Unknown, Code.DataLoss].map(codeToString);

/** Logs a failed call with its cause: own faults as errors, shed load as warnings, the rest as debug. */
export function logCallError(
  logger: FastifyBaseLogger | undefined,
  method: DescMethod,
  error: ConnectError,
  requestId?: string,
): void {
  if (logger === undefined) return;
  const code = codeToString(error.code);
  const fields = {
    rpc: fullName(method),
    code,
    err: error.cause ?? error,
    ...(requestId === undefined ? {} : { requestId }),
  };
  if (OWN_FAULTS.includes(code)) logger.error(fields, "call failed");
  else if (error.code === Code.Unavailable) logger.warn(fields, "call not taken");
  else logger.debug(fields, "call refused");
}
