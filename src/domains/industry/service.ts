import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Engine } from "../../engine/engine.ts";
import type { Page } from "../../engine/pages/page.ts";
import {
  GetIndustryIntelligenceResponseSchema,
  IndustryIntelligenceService,
} from "../../gen/shorts/v1alpha1/industry_pb.ts";
import { joinedAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { elementField } from "../../rpc/encoding/wire-bytes.ts";
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

const ANSWER = GetIndustryIntelligenceResponseSchema;
type Members = MessageInitShape<typeof ANSWER>;

export function industryMethods(engine: Engine): UnaryMethod[] {
  const { getIndustryIntelligence } = IndustryIntelligenceService.method;
  return [
    pinnedMethod(engine, getIndustryIntelligence, (view, request) => {
      const { industry, stockCode, recordLimit } = industryQuery(request);
      const page = view.pages.find("industry_facts", factsKey(industry, stockCode));
      const generatedAt = timestampFromDate(new Date(view.manifest.asOf));
      return joinedAnswer(ANSWER, partsOf(page, { industry }, { generatedAt }, recordLimit));
    }),
  ];
}

function partsOf(page: Page | undefined, echo: Members, stamp: Members, recordLimit: number): Uint8Array[] {
  const encoded = (members: Members) => toBinary(ANSWER, create(ANSWER, members));
  if (page === undefined) return [encoded(echo), encoded(stamp)];
  const { number } = ANSWER.field.records;
  const count = Math.min(page.count - PARTS_BEFORE_RECORDS, recordLimit);
  const [sources, attribution, sums] = [0, 1, 2].map((place) => page.binary(place));
  const records = Array.from({ length: count }, (_, i) =>
    elementField(number, page.binary(PARTS_BEFORE_RECORDS + i)),
  );
  return [encoded(echo), sources, ...records, attribution, encoded(stamp), sums];
}
