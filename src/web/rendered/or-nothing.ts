import { Code, ConnectError } from "terrace/client";

/** An answer; undefined where there is nothing under the name that was asked for. */
export async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    const { code } = ConnectError.from(error);
    if (code === Code.NotFound || code === Code.InvalidArgument) return undefined;
    throw error;
  });
}
