import { useSignal } from "@preact/signals";
import { isHeldKnown } from "../../data/holdings.ts";
import { politicians } from "../../data/services.ts";
import { Choice, set, WordsField } from "../../parts/controls.tsx";
import { formatDay } from "../../parts/format.ts";
import { MemberLink } from "../../parts/links.tsx";
import { AnswerRows, Pager } from "../../parts/listings.tsx";
import { InventedNote } from "../../parts/notices.tsx";
import { AbsentNote, holdsSubject, Page, PageWait } from "../../parts/page.tsx";
import type { Column } from "../../parts/section.tsx";
import { TabPanel, Tabs } from "../../view/tabs.tsx";
import { Donations } from "./donations.tsx";

const ALL_TABS = [
  ["register", "Register of interests"],
  ["funding", "Party funding"],
] as const;
const PAGE = 50;

const CHAMBERS = [
  ["", "both chambers"],
  ["house", "House of Representatives"],
  ["senate", "Senate"],
] as const;

/** Members with their declared interests, and party funding: data sets that share only members' names. */
export function View() {
  if (!isHeldKnown.value) return <PageWait />;
  const tabs = ALL_TABS.filter(([name]) => holdsSubject(name));
  return (
    <Page title={holdsSubject("register") ? "Members and parties" : "Parties"} head={<InventedNote />}>
      {tabs.length > 1 && <Tabs tabs={tabs} label="Data sets" />}
      {tabs.length > 0 && (
        <TabPanel tabs={tabs}>{(open) => (open === "register" ? <Members /> : <Donations />)}</TabPanel>
      )}
      {ALL_TABS.map(([name]) => (
        <AbsentNote key={name} of={name} />
      ))}
    </Page>
  );
}

type Summary = Awaited<ReturnType<typeof politicians.listPoliticianSummaries>>["summaries"][number];

const COLUMNS: readonly Column<Summary>[] = [
  ["Member", ({ politician }) => <MemberLink {...politician} />],
  ["Party", ({ politician }) => politician?.partyAb ?? ""],
  [
    "Seat",
    ({ politician }) => `${politician?.division || politician?.stateCode || ""} (${politician?.chamber})`,
  ],
  ["Companies", ({ distinctCompanyCount }) => distinctCompanyCount, "number"],
  ["Properties", ({ propertyCount }) => propertyCount, "number"],
  ["Changes, 90 days", ({ changes90d }) => changes90d, "number"],
  ["Undated", ({ undatedCount }) => undatedCount, "number"],
];

function Members() {
  const query = useSignal("");
  const chamber = useSignal<(typeof CHAMBERS)[number][0]>("");
  const offset = useSignal(0);
  return (
    <>
      <p class="chart-note">
        The register lists what is declared, not amounts. A declaration may be the member's, a spouse's or a
        child's. An empty row may mean that the statements have not been read yet.
      </p>
      <div class="controls">
        <WordsField label="Find a member" prompt="Name or seat…" text={query} onType={() => set(offset, 0)} />
        <Choice
          label="Chamber"
          value={chamber.value}
          options={CHAMBERS}
          onPick={(picked) => {
            chamber.value = picked;
            offset.value = 0;
          }}
        />
      </div>
      <AnswerRows
        of={politicians.listPoliticianSummaries}
        to={{ query: query.value, chamber: chamber.value, sort: 4, limit: PAGE, offset: offset.value }}
        what="the members"
        rows={({ summaries }) => summaries}
        columns={COLUMNS}
        none="No member matches this name or seat."
        below={({ summaries, total, asAt, sourceLicence }) => (
          <>
            <Pager
              offset={offset}
              page={PAGE}
              shown={summaries.length}
              total={total}
              words={["before", "after"]}
            />
            <p class="chart-note">
              {asAt !== undefined && `As of ${formatDay(asAt)} · `}
              {sourceLicence}
            </p>
          </>
        )}
      />
    </>
  );
}
