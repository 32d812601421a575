import type { ComponentChildren } from "preact";
import { formatDay } from "../parts/format.ts";
import { Facts } from "../parts/rows.tsx";

/** Who published the listings; as DescribeMetrics names its sources. */
export interface ListingSource {
  readonly id: string;
  readonly publisher: string;
  readonly title: string;
  readonly licence: string;
  readonly vintage: string;
  readonly attribution: string;
}

interface NoteProps {
  readonly isSuburb: boolean;
  /** The first day that was measured; undefined where none was. */
  readonly since: string | undefined;
  readonly asOf: Date | undefined;
  readonly sources: readonly ListingSource[];
}

/** What the discounting index is, when it was worked out, and whose listings it rests on. */
export function IndexNote({ isSuburb, since, asOf, sources }: NoteProps) {
  return (
    <details class="chart-note index-note">
      <summary>What this is, dates and sources</summary>
      <p>
        {isSuburb
          ? "For each date, the share of the suburb's advertised homes whose asking price was cut in the 30 days up to it. A home is advertised when its listing was seen in the 14 days up to the date. A day on which none was is left open."
          : "For each date, the share of advertised homes whose asking price was cut in the 30 days up to it: the plain mean over the suburbs with at least 20 homes advertised in the 14 days up to the date. A day is left open when fewer than 60 % of the suburbs that ever had a listing are behind it."}
      </p>
      <Facts
        rows={[
          ["Unit", "percent of addresses"],
          ["Measured since", since !== undefined && formatDay(new Date(`${since}T00:00:00Z`))],
          ["Data of", formatDay(asOf)],
          ...sources.map((source): [string, ComponentChildren] => [
            "Source",
            <div key={source.id} data-source={source.id}>
              {source.publisher}: {source.title}, {formatDay(new Date(`${source.vintage}T00:00:00Z`))} ·{" "}
              {source.licence}
              {source.attribution && <p>{source.attribution}</p>}
            </div>,
          ]),
          ["Source", sources.length === 0 && "withheld by its licence"],
        ]}
      />
    </details>
  );
}
