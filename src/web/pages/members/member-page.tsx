import { Shown, useAsked } from "../../data/ask.tsx";
import { dateOf, formatDay } from "../../parts/format.ts";
import { InventedNote } from "../../parts/notices.tsx";
import { type Column, Rows } from "../../parts/rows.tsx";
import { Notes } from "./donations.tsx";
import { dollars, HOLDERS, politicians } from "./service.ts";

type Member = Awaited<ReturnType<typeof politicians.getPolitician>>;
type Interest = Member["interests"][number];

const COLUMNS: readonly Column<Interest>[] = [
  ["Declared, word for word", ({ declaredText }) => declaredText],
  ["Under", ({ itemLabel }) => itemLabel],
  ["Held by", ({ holder }) => HOLDERS[holder] ?? HOLDERS[0]],
  [
    "Company or place",
    ({ stockCode, companyName, salCode, suburbName }) =>
      stockCode !== "" ? (
        <a href={`/stocks/${stockCode}`}>
          {stockCode} {companyName}
        </a>
      ) : salCode !== "" ? (
        <a href={`/suburb/${salCode}`}>{suburbName}</a>
      ) : (
        ""
      ),
  ],
  [
    "Declared from",
    ({ declaredFrom, declaredFromKnown }) =>
      declaredFromKnown ? formatDay(dateOf(declaredFrom)) : <span class="is-unknown">no date</span>,
  ],
  [
    "Until",
    ({ currentlyDeclared, declaredTo }) =>
      currentlyDeclared ? "still declared" : formatDay(dateOf(declaredTo)),
  ],
];

/** A member: seats, what is declared, and what was lodged under the member's own name. */
export function MemberPage({ slug }: { slug: string }) {
  const asked = useAsked((signal) => politicians.getPolitician({ slug }, { signal }), [slug]);
  return (
    <article class="page">
      <Shown asked={asked} what="the member" none={`No member is called "${slug}".`}>
        {(answer) => (
          <>
            <header>
              <h1>{answer.politician?.displayName}</h1>
              <p class="muted">
                {answer.politician?.party} · {answer.politician?.division || answer.politician?.stateCode} ·{" "}
                {answer.politician?.chamber}
              </p>
              <InventedNote />
            </header>
            <div class="cards">
              <section class="card wide">
                <h2>Declared interests</h2>
                <Coverage member={answer} />
                <Rows
                  rows={answer.interests}
                  columns={COLUMNS}
                  keyOf={(_, place) => String(place)}
                  none="Nothing is held of what was declared."
                />
                <p class="chart-note">
                  As of {formatDay(dateOf(answer.asAt))} · {answer.sourceLicence}. The register says what,
                  never how much.
                </p>
              </section>
              <section class="card">
                <h2>Seats</h2>
                <Rows
                  rows={answer.terms}
                  keyOf={({ parliament, chamber }) => `${parliament} ${chamber}`}
                  none="No term is held."
                  columns={[
                    ["Parliament", ({ parliament }) => parliament],
                    ["Seat", ({ division, stateCode }) => division || stateCode],
                    ["Party", ({ partyAb }) => partyAb],
                  ]}
                />
              </section>
              <Returns slug={slug} />
            </div>
          </>
        )}
      </Shown>
    </article>
  );
}

/** Which parliaments were read, so that nothing held is not taken for nothing declared. */
function Coverage({ member }: { member: Member }) {
  const list = (parliaments: readonly number[], word: string) =>
    parliaments.length === 0 ? "" : `${word}: ${parliaments.join(", ")}`;
  const told = [
    list(member.extractedParliaments, "read"),
    list(member.partialParliaments, "read in part"),
    list(member.pendingParliaments, "not read yet"),
  ].filter((text) => text !== "");
  return told.length === 0 ? null : <p class="chart-note">Statements by parliament, {told.join("; ")}.</p>;
}

function Returns({ slug }: { slug: string }) {
  const asked = useAsked((signal) => politicians.getPoliticianFunding({ slug }, { signal }), [slug]);
  return (
    <section class="card">
      <h2>Returns in the member's own name</h2>
      <Shown asked={asked} what="the returns" none="No annual return is held.">
        {(answer) => (
          <>
            <Rows
              rows={answer.annualReturns}
              keyOf={({ financialYear, returnType }) => `${financialYear} ${returnType}`}
              none="No annual return is held."
              columns={[
                ["Year", ({ financialYear }) => financialYear],
                ["Donations", ({ totalDonationsCents }) => dollars(totalDonationsCents), "number"],
                ["Donors", ({ donorCount }) => donorCount, "number"],
              ]}
            />
            <Notes notes={[answer.coverageNote, answer.attributionNote]} />
          </>
        )}
      </Shown>
    </section>
  );
}
