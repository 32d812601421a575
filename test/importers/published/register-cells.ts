import { plainTableOf } from "../../support/plain/plain-csv.ts";
import { type Draws, drawsOf, type Published } from "./drawn-cells.ts";

/** Parties' returns, members' declarations, and companies by industry. */
export function registerCells({ rows, draw, path }: Published): Draws[] {
  const returns = plainTableOf(path("aec-donations/party-returns.csv.gz"));
  const lodged = Map.groupBy(returns, (row) => `${row["Financial Year"]} ${row.Name}`);
  const returned = rows("aec_party_returns", "financial_year", "party_name");
  const receipts = plainTableOf(path("aec-donations/derived-csv/detailed-receipts.csv.gz"));
  const received = new Map<string, number[]>();
  for (const row of rows(
    "aec_receipts",
    "financial_year",
    "payer_name",
    "recipient_name",
    "amount_cents",
    "occurrence",
  ).values()) {
    const key = [row.financial_year, row.recipient_name, row.payer_name].join("\n");
    received.set(key, [...(received.get(key) ?? []), Number(row.amount_cents)]);
  }
  const holdings = new Set(
    [...rows("register_holdings", "id").values()].map(({ declared_text }) => String(declared_text)),
  );
  const shares = plainTableOf(path("aph-register/derived-csv/shareholdings.2019-07.csv.gz"));
  const company = Object.keys(shares[0]).find((name) => name.startsWith("Name of company"))!;
  const industries = plainTableOf(path("industry/derived-csv/ato-company-industry-2022-23.table-4a.csv.gz"));
  const heading = (text: string) =>
    Object.keys(industries[0]).find((name) => name.replace(/\s+/g, " ") === text)!;
  const [fine, number] = [heading("Fine industry2"), heading("Companies no.")];
  const records = rows("industry_records", "source_record_id");
  return [
    drawsOf("aec-annual-returns", "returns of parties", 60, () => {
      const row = draw(returns);
      const [column, printed] = draw([
        ["receipts_cents", row["Total Receipts"]],
        ["payments_cents", row["Total Payments"]],
        ["debts_cents", row["Total Debts"]],
      ] as const);
      const imported = returned.get(`${row["Financial Year"]} ${row.Name}`);
      const isOnly = lodged.get(`${row["Financial Year"]} ${row.Name}`)!.length === 1;
      if (imported === undefined || printed === "" || !isOnly) return undefined;
      return [
        `${row["Financial Year"]} ${row.Name} ${column}`,
        100 * Number(printed),
        Number(imported[column]),
      ];
    }),
    drawsOf("aec-annual-returns", "receipts one by one", 60, () => {
      const { FinancialYear, RecipientName, ReceivedFromClientName, Amount } = draw(receipts);
      const own = received.get(
        [FinancialYear, RecipientName.trim(), ReceivedFromClientName.trim()].join("\n"),
      );
      if (own === undefined) return undefined;
      const cents = Math.round(100 * Number(Amount));
      return [`${FinancialYear} ${RecipientName}`, cents, own.find((amount) => amount === cents)];
    }),
    drawsOf("parliament", "shareholdings of July 2019, word for word", 40, () => {
      const text = draw(shares)[company].trim();
      return text === "" ? undefined : [text, text, holdings.has(text) ? text : undefined];
    }),
    drawsOf("ato-company-industry", "companies by fine industry", 40, () => {
      const row = draw(industries);
      const code = /^\d{3}/.exec(row[fine])?.[0];
      const imported = records.get(`2022-23 ${code} companies`);
      if (imported === undefined || row[number] === "") return undefined;
      return [row[fine], Number(row[number].replaceAll(",", "")), imported.metric_value];
    }),
  ];
}
