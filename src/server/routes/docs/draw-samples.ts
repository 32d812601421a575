import { type DescMethodUnary, type JsonObject, toJson } from "@bufbuild/protobuf";
import { fullName, type Sample } from "../../../domains/domain.ts";
import { DOMAINS } from "../../../domains/index.ts";
import { askMethod } from "../../../library/ask-method.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";

/** A sample request per method, by full name, for which the served snapshot has an answer if possible. */
export async function drawSamples(methods: readonly UnaryMethod[]): Promise<ReadonlyMap<string, object>> {
  const byName = new Map(methods.map((method) => [fullName(method.desc), method]));
  const ask = async (desc: DescMethodUnary, request: object): Promise<JsonObject> => {
    const method = byName.get(fullName(desc));
    if (method === undefined) return {};
    try {
      return toJson(desc.output, await askMethod(method, request as Record<string, unknown>)) as JsonObject;
    } catch {
      // Without data the documentation shows the fixed example.
      return {};
    }
  };
  const drawn = async ({ desc, request, draw }: Sample): Promise<object> => {
    if (draw === undefined || Object.keys(await ask(desc, request)).length > 0) return request;
    return draw.use(await ask(draw.desc, draw.request)) ?? request;
  };
  const samples = DOMAINS.flatMap((domain) => domain.samples);
  return new Map(
    await Promise.all(
      samples.map(async (one): Promise<[string, object]> => [fullName(one.desc), await drawn(one)]),
    ),
  );
}
