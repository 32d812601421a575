import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { toConnectError } from "../../src/rpc/to-connect-error.ts";
import { type ErrorCode, TerraceError } from "../../src/runtime/errors.ts";

const CODES: Record<ErrorCode, Code> = {
  invalid_argument: Code.InvalidArgument,
  not_found: Code.NotFound,
  unavailable: Code.Unavailable,
  deadline_exceeded: Code.DeadlineExceeded,
  canceled: Code.Canceled,
  internal: Code.Internal,
  resource_exhausted: Code.ResourceExhausted,
  permission_denied: Code.PermissionDenied,
  unauthenticated: Code.Unauthenticated,
  failed_precondition: Code.FailedPrecondition,
  bad_dataset: Code.Internal,
  bad_snapshot: Code.Internal,
  bad_config: Code.Internal,
  io_failure: Code.Internal,
};

describe("toConnectError", () => {
  it.each(Object.entries(CODES))("maps %s and hides what is internal", (code, wireCode) => {
    const reason = new TerraceError(code as ErrorCode, "what was wrong");
    const error = toConnectError(reason);
    expect(error.code).toBe(wireCode);
    expect(error.rawMessage).toBe(wireCode === Code.Internal ? "internal error" : "what was wrong");
    expect(error.cause).toBe(reason);
  });

  it("passes an error of the protocol on as it is", () => {
    const error = new ConnectError("too big", Code.OutOfRange);
    expect(toConnectError(error)).toBe(error);
  });

  it("takes an aborted operation for a canceled call", () => {
    expect(toConnectError(AbortSignal.abort().reason).code).toBe(Code.Canceled);
  });

  it.each([new Error("secret"), "secret", undefined, null, { secret: true }])(
    "hides %s behind an internal error",
    (reason) => {
      const error = toConnectError(reason);
      expect([error.code, error.rawMessage]).toEqual([Code.Internal, "internal error"]);
      expect(error.cause).toBe(reason);
    },
  );
});
