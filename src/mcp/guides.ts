/** Markdown resources that a model should read before it calls tools. */
export const GUIDES = [
  {
    name: "guide-asking",
    uri: "terrace://guides/asking",
    title: "How to ask: keys, conditions, periods",
    text: `# How to ask

- Keys come first: search finds the sal_code of a suburb, the code of a stock, the slug of a member and the key of a series. describe_metrics lists the metrics.
- Conditions are words: price <= 900000 and distance_to_coast < 10 and state in (NSW, QLD) and name contains "bay". Comparisons, and, or, not, brackets; has data is \`price is known\`.
- Days are YYYY-MM-DD; periods 1D, 1W, 1M, 3M, 6M, 1Y, 2Y, 5Y, 10Y, MAX.
- Several questions at once: briefing takes up to six calls.
- Lists are short by default. Where one goes on, next_cursor leads to the rest: repeat the call with it as cursor. Whole tables are files: see terrace://files.
`,
  },
  {
    name: "guide-reading",
    uri: "terrace://guides/reading",
    title: "How to read answers: null, dates, sources",
    text: `# How to read answers

- Every answer has data, the snapshot with its day, and sources with publisher, licence and vintage. Cite them.
- A value that is missing is unknown. It is never zero, and no average counts it.
- Long lists come as columns and rows: { "columns": [...], "rows": [[...]] }, with null where a row lacks a value.
- A note says when lists within lists were cut or the data is made up. Made-up data describes no real place.
- page, where there is one, is the address of the same thing on this server's page.
`,
  },
  {
    name: "guide-limits",
    uri: "terrace://guides/limits",
    title: "What the figures do not tell",
    text: `# What the figures do not tell

- Census figures are of census night, and the ABS changes small counts at random. Shares of fewer than 100 residents are not shown.
- Asking prices are not sale prices. Medians of few sales move by chance.
- Short positions are reported four trading days late and only above a threshold. A stock without a report is not one with 0 %.
- A declaration of a member tells no amount. Party returns are as lodged.
- Correlation is not cause. Strategies and verdicts are rules over figures, and nothing is advice.
`,
  },
] as const;
