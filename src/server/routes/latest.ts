import type { PublicationRow } from "../../domains/economy/pages/publication.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { availableFrom, PUBLICATION_LAG_TRADING_DAYS } from "../../runtime/time/trading-days.ts";
import type { SnapshotDocument } from "./snapshot-document.ts";

/** Which trading dates a snapshot holds. */
function publicationState({ pages }: SnapshotView): PublicationRow {
  return JSON.parse(String(pages.find("publication", "all")!.binary(0))) as PublicationRow;
}

/** `GET /v1/latest`: which trading dates the data holds and when the newest was published. */
export const LATEST: SnapshotDocument = {
  name: "latest",
  missing: "the data holds no trading dates",
  make(view) {
    const { earliest_date, latest_date, total_dates } = publicationState(view);
    if (earliest_date === null || latest_date === null) return undefined;
    return {
      latest_date: dateOfDay(latest_date),
      available_from: dateOfDay(availableFrom(latest_date)),
      earliest_date: dateOfDay(earliest_date),
      total_dates: Number(total_dates),
      publication_lag_trading_days: PUBLICATION_LAG_TRADING_DAYS,
    };
  },
};
