/** Markdown resources that a model should read before it calls tools. */
export const GUIDES = [
  {
    name: "guide-asking",
    uri: "terrace://guides/asking",
    title: "How to ask: keys, conditions, periods",
    text: `# How to ask

- Keys come first: search finds the sal_code of a suburb, the code of a stock, the slug of a member and the key of a series. describe_metrics lists the metrics.
- Conditions are expressions: price <= 900000 and distance_to_coast < 10 and state in (NSW, QLD) and name contains "bay". Comparisons, and, or, not, brackets; has data is \`price is known\`.
- Days are YYYY-MM-DD; periods 1D, 1W, 1M, 3M, 6M, 1Y, 2Y, 5Y, 10Y, MAX.
- Several questions at once: briefing takes up to six calls.
- Lists are short by default. If there is more, the answer has next_cursor: repeat the call with it as cursor. Whole tables are files: see terrace://files.
`,
  },
  {
    name: "guide-reading",
    uri: "terrace://guides/reading",
    title: "How to read answers: null, dates, sources",
    text: `# How to read answers

- Every answer has data, the snapshot with its day, and sources with publisher, licence and vintage. Cite them.
- A missing value is unknown, never zero, and excluded from averages.
- Long lists come as columns and rows: { "columns": [...], "rows": [[...]] }, with null for missing values.
- A note says if nested lists were truncated or the data is synthetic. Synthetic data describes no real place.
- page, if present, is the URL of the same subject on this server's website.
`,
  },
  {
    name: "guide-limits",
    uri: "terrace://guides/limits",
    title: "Limits of the figures",
    text: `# Limits of the figures

- Census figures are of census night, and the ABS changes small counts at random. Shares of fewer than 100 residents are not shown.
- Asking prices are not sale prices. Medians of few sales fluctuate by chance.
- Short positions are reported four trading days late and only above a threshold. A stock without a report is not one with 0 %.
- A member's declaration has no amount. Party returns are as lodged.
- Correlation is not cause. Strategies and verdicts are rules applied to figures; nothing is advice.
`,
  },
] as const;
