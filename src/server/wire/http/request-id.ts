import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** An id that can stand in a header and in a log line as it is. */
const SANE_ID = /^[A-Za-z0-9._:=@/+-]{1,128}$/;

/** A function that tells a request's id: the caller's own where it is sane, a new one otherwise. */
export function requestIds(): (request: Pick<IncomingMessage, "headers">) => string {
  // Random once and counted from there: unique among processes, and nothing to pay for each request.
  const prefix = randomBytes(6).toString("hex");
  let count = 0;
  return ({ headers }) => {
    const given = headers["x-request-id"];
    if (typeof given === "string" && SANE_ID.test(given)) return given;
    return `${prefix}-${(++count).toString(36)}`;
  };
}
