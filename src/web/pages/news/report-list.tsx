import { useSignal } from "@preact/signals";
import { Shown, useAsked } from "../../data/ask.tsx";
import { Segments } from "../../parts/fields.tsx";
import { formatCount, formatIsoDay, formatPercent } from "../../parts/format.ts";
import { Rows } from "../../parts/rows.tsx";
import { reports } from "./services.ts";

const KINDS = [
  ["weekly", "Weekly"],
  ["monthly", "Monthly"],
  ["yearly", "Yearly"],
] as const;

/** The reports that there are, by the length of their period. */
export function ReportList() {
  const kind = useSignal<(typeof KINDS)[number][0]>("weekly");
  const asked = useAsked(
    (signal) => reports.listReports({ reportType: kind.value, limit: 52 }, { signal }),
    [kind.value],
  );
  return (
    <>
      <div class="controls">
        <Segments label="Period" now={kind} options={KINDS} />
      </div>
      <p class="chart-note">
        Computed from the short positions of a period's newest reporting date and of the one before it.
      </p>
      <Shown asked={asked} what="the reports">
        {(answer) => (
          <div class="report-table">
            <Rows
              rows={answer.reports}
              keyOf={({ slug }) => slug}
              none="No period has a report: two dates are needed."
              columns={[
                [
                  "Report",
                  ({ slug, headline }) => (
                    <a href={`/reports/${slug}`}>
                      <strong>{slug}</strong> {headline}
                    </a>
                  ),
                ],
                ["Date", ({ reportDate }) => <span class="nowrap">{formatIsoDay(reportDate)}</span>],
                ["Securities short", ({ totalStocksShorted }) => formatCount(totalStocksShorted), "number"],
                [
                  "Largest",
                  ({ maxShortCode, maxShortPct }) => (
                    <>
                      <a href={`/stocks/${maxShortCode}`}>{maxShortCode}</a> {formatPercent(maxShortPct)}
                    </>
                  ),
                  "number",
                ],
              ]}
            />
          </div>
        )}
      </Shown>
    </>
  );
}
