import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type DescMethodUnary, fromJson, type JsonValue, type Message } from "@bufbuild/protobuf";

const GOLDEN = resolve(import.meta.dirname, "../../golden");

/** The requests of a method's golden cases that can be decoded and turn no switch, by the name of the case. */
export function goldenRequests(method: DescMethodUnary): Map<string, Message> {
  const folder = join(GOLDEN, `${method.parent.typeName}.${method.name}`);
  const requests = new Map<string, Message>();
  for (const file of readdirSync(folder)) {
    const golden = JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, JsonValue>;
    if (golden.switches !== undefined) continue;
    try {
      const request = fromJson(method.input, golden.request, { ignoreUnknownFields: true });
      requests.set(file.replace(/\.json$/, ""), request);
    } catch {
      // A case about decoding: no other door can be asked the same.
    }
  }
  return requests;
}
