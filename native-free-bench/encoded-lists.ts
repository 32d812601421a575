import { type DescMethodUnary, toBinary, toJsonString } from "@bufbuild/protobuf";
import type { Engine } from "../src/engine/engine.ts";
import { HousingService } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { isEncodedAnswer } from "../src/rpc/unary-method.ts";
import { type Figure, type Goal, measure, type RunOptions, requireSame } from "./harness.ts";
import { times } from "./print-report.ts";
import { askerOf } from "./table-methods.ts";

const { method } = HousingService;
const LISTS: readonly [DescMethodUnary, Record<string, unknown>][] = [
  [method.listStateSuburbs, { stateCode: "NSW" }],
  [method.listHousingRegions, {}],
];

/** Compares whole lists from bytes encoded once per snapshot with encoding the message on every call. */
export async function measureLists(
  engine: Engine,
  options: RunOptions,
): Promise<{ figures: (Figure & { ratio: string })[]; goals: Goal[] }> {
  const figures: (Figure & { ratio: string })[] = [];
  const goals: Goal[] = [];
  for (const [desc, request] of LISTS) {
    const ask = askerOf(engine)(desc, request);
    const answer = await ask();
    if (!isEncodedAnswer(answer)) throw new Error(`${desc.name} is not encoded once`);
    const message = answer.message();
    for (const form of ["json", "binary"] as const) {
      const encode = () =>
        form === "json" ? Buffer.from(toJsonString(desc.output, message)) : toBinary(desc.output, message);
      const whole = async () => {
        const again = await ask();
        if (!isEncodedAnswer(again)) throw new Error(`${desc.name} is not encoded once`);
        return again[form]();
      };
      requireSame(`${desc.name} as ${form}`, Buffer.from(await whole()).equals(encode()), true);
      const once = await measure(`${desc.name} whole, ${form}`, whole, options);
      const perCall = await measure(`${desc.name} encoded a call, ${form}`, encode, options);
      figures.push({ ...once, ratio: "1×" }, { ...perCall, ratio: times(once, perCall) });
      goals.push({
        id: "S1",
        what: `${desc.name} whole, ${form}: encoding it per call to encoding it once`,
        figure: perCall.medianNs / once.medianNs,
        goal: 5,
        better: "more",
      });
    }
  }
  return { figures, goals };
}
