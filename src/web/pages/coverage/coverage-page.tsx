import { useSignal } from "@preact/signals";
import { allOf, hasData, inStates, type LocalFrame } from "terrace/client";
import {
  type Country,
  cachedBy,
  countryNow,
  type Metric,
  sourcesOfMetrics,
  useColumns,
} from "../../data/country.ts";
import { holdings } from "../../data/holdings.ts";
import { groupedMetrics, hasFigures } from "../../data/metric-groups.ts";
import { Cite, Rows } from "../../parts/cite.tsx";
import { set, Tick } from "../../parts/controls.tsx";
import { formatCount, formatDay, secondsOf } from "../../parts/format.ts";
import { OutsideLink } from "../../parts/outside-text.tsx";
import { Page, PageWait } from "../../parts/page.tsx";
import { Section } from "../../parts/section.tsx";
import { STATE_CODES } from "../../view/view-state.ts";

/** Coverage screen: share of suburbs with a figure by metric and state, sources, and what fills gaps. */
export function View() {
  const now = countryNow();
  const onlyGaps = useSignal(false);
  useColumns();
  if (now === undefined) return <PageWait />;
  /** Undefined until the metric's column is loaded. */
  const countsOf = ({ key }: Metric, code: string) =>
    now.frame.has(key)
      ? { known: countIn(now.frame, code, key, hasData(key)), total: countIn(now.frame, code, "") }
      : undefined;
  const all = [...now.metrics.values()];
  const filled = all.filter(hasFigures).length;
  const isShown = ({ dataCount, totalCount }: Metric) => !onlyGaps.value || dataCount < totalCount;
  return (
    <Page
      kind="coverage"
      title="Coverage"
      head={
        <Tick isOn={onlyGaps.value} onTick={(isOn) => set(onlyGaps, isOn)}>
          only metrics with gaps
        </Tick>
      }
    >
      <p>
        {filled} of {all.length} metrics have figures for some of the {formatCount(now.frame.size)} suburbs,{" "}
        data of {formatDay(now.asOf)}. Cells show the percentage of suburbs with a figure; empty cells have
        none.
        {now.synthetic && " All of it is made up."}
      </p>
      {groupedMetrics(all.filter(isShown)).map(({ title, metrics }) => (
        <Section key={title} title={title}>
          <div class="table-wrap">
            <table class="plain coverage-table">
              <thead>
                <tr>
                  <th scope="col">Metric</th>
                  <th scope="col" class="number">
                    All
                  </th>
                  {STATE_CODES.map((code) => (
                    <th key={code} scope="col" class="number">
                      {code}
                    </th>
                  ))}
                  <th scope="col">Publisher and date</th>
                  <th scope="col">What would fill the gap</th>
                </tr>
              </thead>
              <tbody>
                {metrics.map((metric) => (
                  <tr key={metric.key} data-metric={metric.key}>
                    <th scope="row">{metric.label}</th>
                    <Share counts={{ known: metric.dataCount, total: metric.totalCount }} />
                    {STATE_CODES.map((code) => (
                      <Share key={code} counts={countsOf(metric, code)} />
                    ))}
                    <td class="small">
                      <Published metric={metric} now={now} />
                    </td>
                    <td class="small">{gapText(metric)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Cite what={`Coverage: ${title}`} />
          </div>
        </Section>
      ))}
      <Sources />
      <MissingTables />
    </Page>
  );
}

/** Number of a state's suburbs that match a condition. */
const countIn = (frame: LocalFrame, code: string, name: string, condition = allOf([])) =>
  cachedBy(frame, `count ${code} ${name}`, () =>
    frame.count(frame.match(allOf([condition, inStates([code])]))),
  );

function Share({ counts }: { counts: { known: number; total: number } | undefined }) {
  if (counts === undefined) return <td class="number muted">…</td>;
  const { known, total } = counts;
  if (known === 0) return <td class="number" />;
  const share = known / total;
  return (
    <td
      class="number"
      title={`${formatCount(known)} of ${formatCount(total)} suburbs`}
      style={{ "--share": `${Math.round(share * 30)}%` }}
    >
      {(100 * share).toFixed(1)}
    </td>
  );
}

/** Publishers of a metric with the newest date of each, and its age at the data's date. */
function Published({ metric, now }: { metric: Metric; now: Country }) {
  const sources = sourcesOfMetrics([metric.key]);
  if (!hasFigures(metric)) return <span class="muted">not in this data</span>;
  if (sources.length === 0) return <span class="muted">withheld by its licence</span>;
  return (
    <>
      {sources.map(({ id, publisher, title, url, vintage }, i) => (
        <span key={id} title={title}>
          {i > 0 && "; "}
          <OutsideLink url={url}>{publisher}</OutsideLink>, {formatDay(vintage)}
          {ageText(vintage, now.asOf)}
        </span>
      ))}
    </>
  );
}

const YEAR_SECONDS = 365.25 * 86_400;

function ageText(vintage: string, asOf: Date | undefined): string {
  const years = asOf === undefined ? 0 : (asOf.getTime() / 1000 - secondsOf(vintage)) / YEAR_SECONDS;
  return years >= 1 ? ` (${Math.floor(years)} year${years >= 2 ? "s" : ""} old)` : "";
}

function gapText({ key, dataCount, totalCount }: Metric): string {
  if (dataCount === totalCount) return "";
  return plain(holdings.value?.gaps.get(key) ?? "");
}

/** The sources, with the dataset tables that each fills. */
function Sources() {
  const held = holdings.value;
  if (held === undefined) return null;
  return (
    <Section title="Sources">
      <Rows
        rows={[...held.sources.values()]}
        what="Sources"
        columns={[
          [
            "Published",
            ({ id, publisher, title, url = "" }) => (
              <span data-source={id}>
                <OutsideLink url={url}>
                  {publisher}: {title}
                </OutsideLink>
              </span>
            ),
          ],
          ["Date", ({ vintage }) => formatDay(vintage), "nowrap"],
          ["Licence", ({ licence }) => licence, "nowrap"],
          ["Fills", ({ tables }) => namesOf(tables), "small"],
        ]}
      />
    </Section>
  );
}

/** Dataset tables without rows: why they are empty and what fills them. */
function MissingTables() {
  const gaps = [...(holdings.value?.tableGaps ?? [])];
  if (gaps.length === 0) return null;
  const groups = Map.groupBy(gaps, ([, { why }]) => why);
  return (
    <section id="missing">
      <h2>Not in this data, and how to add your own</h2>
      <p>
        <code>terrace update my-files</code> merges files that <code>terrace import</code> reads into this
        data; <code>terrace start --dataset my-dataset</code> serves a dataset of your own. The guides are in
        the source code.
      </p>
      <Rows
        rows={[...groups]}
        what="Tables without rows"
        columns={[
          ["Tables", ([, tables]) => <span class="small">{namesOf(tables.map(([table]) => table))}</span>],
          ["Why they are empty", ([why]) => plain(why), "small"],
          ["How to fill them", ([, tables]) => plain(tables[0][1].fills), "small"],
          ["Guide", ([, tables]) => <code>{tables[0][1].guide}</code>, "small"],
        ]}
      />
    </section>
  );
}

const namesOf = (tables: readonly string[]) => tables.map((table) => table.replaceAll("_", " ")).join(", ");

const plain = (text: string) => text.replaceAll("`", "");
