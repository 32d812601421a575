import { type AwaitedKind, begins, hasColumns } from "./awaited-kind.ts";

/** Kinds about securities and the exchange. */
export const AWAITED_MARKETS: readonly AwaitedKind[] = [
  {
    what: "offices of companies",
    why: "needs an official register of registered offices: lists that others collected have no licence",
    is: hasColumns("stock_code", "company_name", "address"),
  },
  {
    what: "gross short sales of a day",
    why: "needs a table of short sales: they are trades of a day, and no positions",
    is: begins(/^\uFEFF?"?Daily Gross Short Sales/),
  },
  {
    what: "share table of a newspaper",
    why: "needs a licence: prices and ratios of the day are the exchange's and the newspaper's, and have cut names for keys",
    is: begins(/^\uFEFF?"?(S&P\/ASX200 - Daily|Australian Sharemarket: Top 300)/),
  },
  {
    what: "export of a stock screener",
    why: "needs a licence: its figures and its sectors are the vendor's own",
    is: hasColumns("symbol", "exchange", "logoid", "perf.ytd"),
  },
  {
    what: "members of an index",
    why: "needs a table of members, and the list of the index's owner: this one holds funds too",
    is: (file) => /^\uFEFF?ticker,company\s*$/i.test(file.firstLine),
  },
  {
    what: "companies that left the exchange",
    why: "needs a table of delistings: when a code was last reported follows from its positions",
    is: begins(/^\uFEFF?Company Name,ASX code,Date Delisted/),
  },
  {
    what: "changes of codes and names of listed companies",
    why: "needs a table of former codes: positions, prices and dividends stand under the code of their day",
    is: begins(/^\uFEFF?As of\*?,Old details,,New details/i),
  },
  {
    what: "trading calendar of the exchange",
    why: "not needed: its days off are computed by rule for every year, and a test compares them with such lists",
    is: begins(/^\uFEFF?Public holiday,Dates?\b/i),
  },
];
