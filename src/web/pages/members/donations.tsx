import { useSignal } from "@preact/signals";
import { Answer } from "../../data/ask.tsx";
import { politicians } from "../../data/services.ts";
import { Rows } from "../../parts/cite.tsx";
import { Choice, named, Press, set } from "../../parts/controls.tsx";
import { formatCount, formatDay } from "../../parts/format.ts";
import { StockLink } from "../../parts/links.tsx";
import { AnswerRows } from "../../parts/listings.tsx";
import { dollars } from "../../parts/public-figures.tsx";

export function Donations() {
  const year = useSignal("");
  const group = useSignal("");
  const request = { financialYear: year.value, limit: 30 };
  return (
    <Answer of={politicians.getDonationsOverview} to={request} what="the returns">
      {(answer) => (
        <>
          <div class="controls">
            <label>
              Financial year{" "}
              <Choice
                value={answer.financialYear}
                options={named(answer.availableFinancialYears.map(({ financialYear }) => financialYear))}
                onPick={(picked) => set(year, picked)}
              />
            </label>
          </div>
          <Rows
            rows={answer.parties}
            none="There are no returns for this year."
            columns={[
              [
                "Party",
                ({ partyGroup }) => (
                  <Press
                    class="quiet"
                    aria-pressed={group.value === partyGroup}
                    onClick={() => set(group, group.value === partyGroup ? "" : partyGroup)}
                  >
                    {partyGroup}
                  </Press>
                ),
              ],
              ["Receipts", (p) => dollars(p.totalReceiptsCents), "number"],
              ["Itemised", (p) => dollars(p.itemisedReceiptsCents), "number"],
              ["Payments", (p) => dollars(p.totalPaymentsCents), "number"],
              ["Debts", (p) => dollars(p.totalDebtsCents), "number"],
              ["Payers named", (p) => formatCount(p.distinctPayerCount), "number"],
            ]}
          />
          <Notes
            notes={[answer.censoringNote, answer.reformNote, answer.coverageNote, answer.verbatimNote]}
          />
          <p class="chart-note">
            {answer.attribution} · {answer.sourceLicence} · as of {formatDay(answer.asAt)}
          </p>
          <TopDonors year={answer.financialYear} group={group.value} />
        </>
      )}
    </Answer>
  );
}

function TopDonors({ year, group }: { year: string; group: string }) {
  const request = { financialYear: year, partyGroup: group, limit: 25 };
  return (
    <>
      <h2>Named payers{group === "" ? "" : `, ${group}`}</h2>
      <AnswerRows
        of={politicians.listTopDonors}
        to={request}
        what="the payers"
        rows={({ donors }) => donors}
        none="No payers are named."
        columns={[
          [
            "Name as lodged",
            ({ donorName, payerKind }) =>
              payerKind === "electoral_commission" ? `${donorName} (public funding)` : donorName,
          ],
          ["Amount", ({ totalCents }) => dollars(totalCents), "number"],
          ["Receipts", ({ receiptCount }) => formatCount(receiptCount), "number"],
          [
            "To",
            ({ recipients }) => (
              <span class="long-text">{recipients.map(({ partyGroup }) => partyGroup).join(", ")}</span>
            ),
          ],
          ["Listed company", ({ stockCode }) => stockCode !== "" && <StockLink code={stockCode} />],
        ]}
        below={({ donors, scopeNote, total }) => (
          <p class="chart-note">
            {formatCount(donors.length)} of {formatCount(total)}. {scopeNote}
          </p>
        )}
      />
    </>
  );
}

export function Notes({ notes }: { notes: readonly string[] }) {
  const shown = notes.filter((note) => note !== "");
  return (
    <>
      {shown.map((note) => (
        <p key={note} class="chart-note">
          {note}
        </p>
      ))}
    </>
  );
}
