import { useAsked } from "../../data/ask.tsx";
import { dateOf } from "../../data/stamps.ts";
import { formatCount, formatDay } from "../../parts/format.ts";
import { HeldCard, type Lacks } from "../../parts/held-card.tsx";
import { Rows } from "../../parts/rows.tsx";
import { HOLDERS, politicians } from "../members/service.ts";

/** Members of parliament who declare real estate in a suburb, in the words of their statements. */
export function DeclaredProperty({ code, lacks }: { code: string; lacks: Lacks }) {
  const asked = useAsked(
    (signal) => politicians.listSuburbPoliticians({ salCode: code }, { signal }),
    [code],
  );
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="Members who declare property here"
      what="the declarations"
      kind="wide declared-property"
      lack={({ properties }) =>
        properties.length === 0 ? "no member's statement names this suburb." : undefined
      }
    >
      {({ properties, declaringMemberCount, sourceLicence }) => (
        <>
          <Rows
            rows={properties}
            keyOf={(_, place) => String(place)}
            none=""
            columns={[
              [
                "Member",
                ({ politician }) => (
                  <>
                    <a href={`/members/${encodeURIComponent(politician?.slug ?? "")}`}>
                      {politician?.displayName}
                    </a>{" "}
                    <span class="muted small">{politician?.partyAb}</span>
                  </>
                ),
              ],
              ["Declared, word for word", ({ interest }) => interest?.declaredText],
              ["Held by", ({ interest }) => HOLDERS[interest?.holder ?? 0]],
              [
                "Declared from",
                ({ interest }) =>
                  interest?.declaredFromKnown ? (
                    formatDay(dateOf(interest.declaredFrom))
                  ) : (
                    <span class="is-unknown">not dated</span>
                  ),
              ],
              [
                "Until",
                ({ interest }) =>
                  interest?.currentlyDeclared ? "still declared" : formatDay(dateOf(interest?.declaredTo)),
              ],
            ]}
          />
          <p class="chart-note">
            {formatCount(declaringMemberCount)} {declaringMemberCount === 1 ? "member" : "members"} ·{" "}
            {sourceLicence}. The register says what, never how much.
          </p>
        </>
      )}
    </HeldCard>
  );
}
