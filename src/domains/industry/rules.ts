import type { GetIndustryIntelligenceRequest } from "../../gen/shorts/v1alpha1/industry_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { MAX_RECORDS } from "./pages/statements.ts";

const INDUSTRY_BYTES = 120;
const CODE_BYTES = 6;

export interface IndustryQuery {
  /** "" = all. */
  readonly industry: string;
  readonly stockCode: string;
  readonly recordLimit: number;
}

/** Texts within their bytes; a limit of 0 or less is 50, above 200 it is 200. */
export function industryQuery(request: GetIndustryIntelligenceRequest): IndustryQuery {
  const { recordLimit } = request;
  return {
    industry: withinBytes(request.industry.trim(), "industry", INDUSTRY_BYTES),
    stockCode: withinBytes(request.stockCode.trim().toUpperCase(), "stock_code", CODE_BYTES),
    recordLimit: recordLimit <= 0 ? 50 : Math.min(recordLimit, MAX_RECORDS),
  };
}

function withinBytes(text: string, field: string, most: number): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= most) return text;
  throw invalidArgument(`${field}: ${quoted(text)} has ${bytes} bytes; at most ${most} are allowed`);
}
