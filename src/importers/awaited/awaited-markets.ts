import { type AwaitedKind, begins, hasColumns } from "./awaited-kind.ts";

const COLLECTED =
  "the exchange's terms: the figures are its own, and who collected them states no licence; daily prices are read from session files";

/** Kinds about securities and the exchange. */
export const AWAITED_MARKETS: readonly AwaitedKind[] = [
  {
    what: "gross short sales of a day",
    waitsFor: "a table of sales: positions are what is held short, sales what was sold short that day",
    is: begins(/^\uFEFF?"?Daily Gross Short Sales/),
  },
  {
    what: "stocks of an index with their figures of a day",
    waitsFor: COLLECTED,
    is: begins(/^\uFEFF?"?(S&P\/ASX200 - Daily|Australian Sharemarket: Top 300)/),
  },
  {
    what: "weekly round-up of indices",
    waitsFor: COLLECTED,
    is: begins(/^\uFEFF?"?Weekly Roundup - Australian Indices/),
  },
  {
    what: "figures of a stock screener at one moment",
    waitsFor: COLLECTED,
    is: hasColumns("symbol", "exchange", "logoid", "perf.ytd"),
  },
  {
    what: "stocks of an index",
    waitsFor: "the day from which they are in it, and a table of members of an index",
    is: (file) => /^\uFEFF?ticker,company\s*$/.test(file.firstLine),
  },
  {
    what: "companies that left the exchange",
    waitsFor: "a table of securities that are no longer listed",
    is: begins(/^\uFEFF?Company Name,ASX code,Date Delisted/),
  },
  {
    what: "codes and names that changed",
    waitsFor: "a table of codes over time: a code is the same security throughout",
    is: begins(/^\uFEFF?As of\*?,Old details,,New details/),
  },
  {
    what: "days on which the exchange is closed",
    waitsFor: "nothing: trading dates are the days of which there is a report",
    is: begins(/^\uFEFF?Public holiday,Dates?\b/i),
  },
];
