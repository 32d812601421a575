import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Engine } from "../../engine/engine.ts";
import { IndustryIntelligenceService } from "../../gen/shorts/v1alpha1/industry_pb.ts";
import { joinedAnswer, listedBytes } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { clamped, quoted, reading } from "../../rpc/request-rules.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { factsKey, MAX_RECORDS, PARTS_BEFORE_RECORDS } from "./pages/index.ts";

/** "" = all. */
const industryQuery = reading({
  industry: (text: string, field) => withinBytes(text.trim(), field, 120),
  stockCode: (text: string, field) => withinBytes(text.trim().toUpperCase(), field, 6),
  recordLimit: clamped(50, MAX_RECORDS),
});

function withinBytes(text: string, field: string, most: number): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= most) return text;
  throw invalidArgument(`${field}: ${quoted(text)} has ${bytes} bytes; at most ${most} are allowed`);
}

export function industryMethods(engine: Engine): UnaryMethod[] {
  const { getIndustryIntelligence } = IndustryIntelligenceService.method;
  const { output } = getIndustryIntelligence;
  return [
    pinnedMethod(engine, getIndustryIntelligence, (view, request) => {
      const { industry, stockCode, recordLimit } = industryQuery(request);
      const page = view.pages.find("industry_facts", factsKey(industry, stockCode));
      const generatedAt = timestampFromDate(new Date(view.manifest.asOf));
      const [echo, stamp] = [{ industry }, { generatedAt }].map((fields) =>
        toBinary(output, create(output, fields)),
      );
      if (page === undefined) return joinedAnswer(output, [echo, stamp]);
      const places = page.shownFor(0, PARTS_BEFORE_RECORDS + recordLimit).slice(PARTS_BEFORE_RECORDS);
      const records = listedBytes({ field: output.field.records, page, places });
      const [sources, attribution, sums] = [0, 1, 2].map((place) => page.binary(place));
      return joinedAnswer(output, [echo, sources, records, attribution, stamp, sums]);
    }),
  ];
}
