import type { GetWeeklyReportRequest, ListReportsRequest } from "../../gen/shorts/v1alpha1/reports_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { MAX_REPORTS } from "./pages/reports.ts";

const SLUG = /^\d{4}(-W(0[1-9]|[1-4]\d|5[0-3])|-(0[1-9]|1[0-2]))?$/;
const TYPES = ["weekly", "monthly", "yearly"];

/** A slug of one of the three forms. */
export function reportSlug({ weekSlug }: GetWeeklyReportRequest): string {
  const slug = weekSlug.trim().toUpperCase();
  if (SLUG.test(slug)) return slug;
  throw invalidArgument(`week_slug: ${quoted(weekSlug)} is not of the form 2026-W06, 2026-02 or 2026`);
}

export interface ReportListQuery {
  /** "" = all. */
  readonly type: string;
  readonly limit: number;
}

/** A known type; a limit of 0 or less is 24, above 100 it is 100. */
export function reportListQuery({ reportType, limit }: ListReportsRequest): ReportListQuery {
  const type = reportType.trim().toLowerCase();
  if (!["", "all", ...TYPES].includes(type)) {
    throw invalidArgument(`report_type: ${quoted(reportType)} is not one of ${TYPES.join(", ")}, all`);
  }
  return { type: type === "all" ? "" : type, limit: limit <= 0 ? 24 : Math.min(limit, MAX_REPORTS) };
}
