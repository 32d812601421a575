import { Answer } from "../../data/ask.tsx";
import { politicians } from "../../data/services.ts";
import { Rows } from "../../parts/cite.tsx";
import { formatDay, joined } from "../../parts/format.ts";
import { AnswerRows } from "../../parts/listings.tsx";
import { InventedNote } from "../../parts/notices.tsx";
import { dollars, interestColumns, type Member, seatOf } from "../../parts/public-figures.tsx";
import { Section } from "../../parts/section.tsx";
import { Notes } from "./donations.tsx";

const COLUMNS = interestColumns((code, name) => <a href={`/suburb/${code}`}>{name}</a>);

export function View({ slug }: { slug: string }) {
  return (
    <article class="page">
      <Answer
        of={politicians.getPolitician}
        to={{ slug }}
        what="the member"
        none={`There is no member "${slug}".`}
      >
        {(answer) => (
          <>
            <header>
              <h1>{answer.politician?.displayName}</h1>
              <p class="muted">{joined(Object.values(seatOf(answer)))}</p>
              <InventedNote />
            </header>
            <div class="cards">
              <Section title="Declared interests" kind="card wide">
                <Coverage member={answer} />
                <Rows
                  rows={answer.interests}
                  columns={COLUMNS}
                  none="There are no declarations in this data."
                />
                <p class="chart-note">
                  As of {formatDay(answer.asAt)} · {answer.sourceLicence}. The register lists what is
                  declared, not amounts.
                </p>
              </Section>
              <Section title="Seats" kind="card">
                <Rows
                  rows={answer.terms}
                  none="There are no terms in this data."
                  columns={[
                    ["Parliament", ({ parliament }) => parliament],
                    ["Seat", ({ division, stateCode }) => division || stateCode],
                    ["Party", ({ partyAb }) => partyAb],
                  ]}
                />
              </Section>
              <Returns slug={slug} />
            </div>
          </>
        )}
      </Answer>
    </article>
  );
}

/** Which parliaments were read, so that missing data is not taken for nothing declared. */
function Coverage({ member }: { member: Member }) {
  const list = (parliaments: readonly number[], word: string) =>
    parliaments.length === 0 ? "" : `${word}: ${parliaments.join(", ")}`;
  const parts = [
    list(member.extractedParliaments, "read"),
    list(member.partialParliaments, "partly read"),
    list(member.pendingParliaments, "not read yet"),
  ].filter((text) => text !== "");
  return parts.length === 0 ? null : <p class="chart-note">Statements by parliament, {parts.join("; ")}.</p>;
}

function Returns({ slug }: { slug: string }) {
  return (
    <Section title="Returns in the member's own name" kind="card">
      <AnswerRows
        of={politicians.getPoliticianFunding}
        to={{ slug }}
        what="the returns"
        absent="There are no annual returns in this data."
        none="There are no annual returns in this data."
        rows={({ annualReturns }) => annualReturns}
        columns={[
          ["Year", ({ financialYear }) => financialYear],
          ["Donations", ({ totalDonationsCents }) => dollars(totalDonationsCents), "number"],
          ["Donors", ({ donorCount }) => donorCount, "number"],
        ]}
        below={({ coverageNote, attributionNote }) => <Notes notes={[coverageNote, attributionNote]} />}
      />
    </Section>
  );
}
