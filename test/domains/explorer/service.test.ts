import { describe, expect, it } from "vitest";
import { explorerMethods } from "../../../src/domains/explorer/service.ts";
import { ExplorerService } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { methodOptions } from "../../support/data/method-calls.ts";

const { describeMetrics } = ExplorerService.method;
const engine = followCountry("country");
const methods = explorerMethods(engine, methodOptions());

describe("DescribeMetrics", () => {
  it("encodes a scope once a snapshot", async () => {
    const method = methods.find(({ desc }) => desc === describeMetrics)!;
    const ask = (stateCode: string) => method.answer({ stateCode } as never, {} as never);
    expect(await ask(" au")).toBe(await ask(""));
    expect(await ask("NSW")).not.toBe(await ask(""));
  });
});
