import { useSignal } from "@preact/signals";
import { useRequest } from "../../data/ask.tsx";
import { country, countryNow, type Metric, useColumns, valueAt } from "../../data/country.ts";
import { groupedMetrics, hasFigures } from "../../data/metric-groups.ts";
import { terraceAt } from "../../data/terrace.ts";
import { saved } from "../../keep/saved.ts";
import { nameOf } from "../../keep/saved-box.tsx";
import { Cite } from "../../parts/cite.tsx";
import { Press, Remove, set, Tick } from "../../parts/controls.tsx";
import { formatChange, formatValue, unitNote } from "../../parts/format.ts";
import { PageWait } from "../../parts/page.tsx";
import { SuburbField } from "../../parts/search/search-box.tsx";
import { SnapshotPicker } from "../../parts/snapshot-list.tsx";
import { SourceNote } from "../../parts/source-note.tsx";
import { isUnknown, valueText } from "../../parts/suburb-figures.ts";
import { goTo, stayAt, urlWith } from "../../view/navigate.ts";
import { moveOf } from "../../view/two-dates.ts";
import { address } from "../../view/view-state.ts";
import { comparedCodes, compareUrl, MAX_COMPARED, urlOf } from "./compared.ts";

/** With "only differences", metrics are hidden unless percentiles are farther apart than this. */
const DIFFERENT = 0.15;

/** Compare screen: up to four suburbs side by side, a row per metric, with percentiles on an axis. */
export function View() {
  const now = countryNow();
  const onlyDifferent = useSignal(false);
  const codes = comparedCodes();
  useColumns();
  const comparable = [...(now?.metrics.values() ?? [])].filter((one) => !one.isIdentifier && hasFigures(one));
  const other = useOtherDate(comparable.map(({ key }) => key));
  if (now === undefined) return <PageWait />;
  const { index } = now.frame;
  const positions = codes.map((code) => index.positionOf(code)).filter((position) => position >= 0);
  const isShown = (metric: Metric) => !onlyDifferent.value || spread(metric, positions) > DIFFERENT;
  const groups = groupedMetrics(
    [...now.metrics.values()].filter(
      ({ key, isIdentifier }) =>
        !isIdentifier && positions.some((position) => valueAt(now.frame, key, position) !== undefined),
    ),
  );
  return (
    <article class="page">
      <header>
        <h1>Compare</h1>
        <div class="controls">
          {positions.length < MAX_COMPARED && (
            <SuburbField label="Add a suburb" onPick={(code) => goTo(withSince(compareUrl(code)))} />
          )}
          {positions.length > 0 && (
            <SnapshotPicker
              value={sinceShown()}
              onPick={(since) => stayAt(urlWith(address.peek().path, { since }))}
            />
          )}
          {positions.length > 1 && (
            <Tick isOn={onlyDifferent.value} onTick={(isOn) => set(onlyDifferent, isOn)}>
              only differences
            </Tick>
          )}
        </div>
      </header>
      {other.state === "failed" && (
        <p class="empty" role="alert">
          The other date could not be loaded: the server no longer has it, or is not responding.
        </p>
      )}
      <SavedToAdd shown={codes} />
      {positions.length === 0 ? (
        <p class="empty">
          Add up to {MAX_COMPARED} suburbs by name or postcode, or click Compare on a suburb page.
        </p>
      ) : (
        <div class="table-wrap">
          <table class="compare-grid">
            <thead>
              <tr>
                <th scope="col">Metric</th>
                {positions.map((position, i) => (
                  <th scope="col" key={position}>
                    <Dot place={i} />{" "}
                    <a href={`/suburb/${index.salCodes[position]}`}>{index.salNames[position]}</a>
                    <span class="muted small"> {index.stateCodes[position]}</span>
                    <Remove
                      class="quiet"
                      aria-label={`Remove ${index.salNames[position]}`}
                      onClick={() =>
                        goTo(withSince(urlOf(codes.filter((code) => code !== index.salCodes[position]))))
                      }
                    />
                  </th>
                ))}
                <th scope="col">Among all suburbs, low to high</th>
              </tr>
            </thead>
            {groups.map(({ title, metrics }) => {
              const shown = metrics.filter(isShown);
              return shown.length === 0 ? null : (
                <tbody key={title}>
                  <tr>
                    <th colSpan={positions.length + 2} scope="rowgroup" class="muted small">
                      {title}
                    </th>
                  </tr>
                  {shown.map((metric) => (
                    <tr key={metric.key}>
                      <th scope="row">
                        {metric.label} <span class="muted small">{unitNote(metric.unit)}</span>{" "}
                        <SourceNote metric={metric} />
                      </th>
                      {positions.map((position) => (
                        <td
                          key={position}
                          class={`number ${isUnknown(metric.key, position) ? "is-unknown" : ""}`}
                        >
                          {valueText(metric.key, position)}
                          <Before
                            other={other}
                            metric={metric}
                            code={index.salCodes[position]}
                            now={now.frame.column(metric.key).at(position)}
                          />
                        </td>
                      ))}
                      <td>
                        {metric.categoryLabels.length === 0 && <Axis metric={metric} positions={positions} />}
                      </td>
                    </tr>
                  ))}
                </tbody>
              );
            })}
          </table>
          <Cite
            what={`Comparison of ${positions.map((position) => index.salNames[position]).join(", ")}`}
            sources={[...now.sources.values()]}
          />
        </div>
      )}
    </article>
  );
}

/** Letters identify the suburbs without colours. */
const letter = (place: number) => "ABCD"[place];

function Dot({ place }: { place: number }) {
  return (
    <span class="dot" style={{ background: DOTS[place] }} aria-hidden="true">
      {letter(place)}
    </span>
  );
}

const DOTS = ["#0a5ca8", "#91071b", "#5b6a12", "#6a3760"];

/** Dots nearer than this, as a share of the axis, would overlap. */
const TOO_NEAR = 0.07;
const LANE_HEIGHT = 18;

function Axis({ metric, positions }: { metric: Metric; positions: readonly number[] }) {
  const frame = country.peek()!.frame;
  const dots: { place: number; share: number; lane: number }[] = [];
  positions.forEach((position, place) => {
    const share = frame.percentile(metric.key, position);
    if (share === undefined) return;
    let lane = 0;
    while (dots.some((dot) => dot.lane === lane && Math.abs(dot.share - share) < TOO_NEAR)) lane++;
    dots.push({ place, share, lane });
  });
  const lanes = Math.max(1, ...dots.map(({ lane }) => lane + 1));
  return (
    <div
      class="axis"
      style={{ height: `${lanes * LANE_HEIGHT + 4}px` }}
      role="img"
      aria-label={dots.map(({ place, share }) => `${letter(place)} ${Math.round(share * 100)}`).join(", ")}
    >
      {dots.map(({ place, share, lane }) => (
        <b
          key={place}
          style={{
            left: `${share * 100}%`,
            top: `${lane * LANE_HEIGHT + 2}px`,
            background: DOTS[place],
          }}
        >
          {letter(place)}
        </b>
      ))}
    </div>
  );
}

/** Range of percentiles. 1 if categories differ or only one of several suburbs has a figure, else 0. */
function spread(metric: Metric, positions: readonly number[]): number {
  const frame = country.peek()!.frame;
  const column = frame.column(metric.key);
  if (metric.categoryLabels.length > 0)
    return new Set(positions.map((position) => column.at(position))).size > 1 ? 1 : 0;
  const places = positions.flatMap((position) => frame.percentile(metric.key, position) ?? []);
  return places.length < 2
    ? places.length < positions.length && places.length > 0
      ? 1
      : 0
    : Math.max(...places) - Math.min(...places);
}

function SavedToAdd({ shown }: { shown: readonly string[] }) {
  const others = saved.value.suburbs.filter((code) => !shown.includes(code)).slice(-MAX_OFFERED);
  if (others.length === 0 || shown.length >= MAX_COMPARED) return null;
  return (
    <p class="buttons" role="group" aria-label="Saved suburbs">
      {others.map((code) => (
        <Press key={code} onClick={() => goTo(withSince(compareUrl(code)))}>
          + {nameOf(code)}
        </Press>
      ))}
    </p>
  );
}

const MAX_OFFERED = 12;

/** Snapshot to compare with; "" for none. */
function sinceShown(): string {
  const given = new URLSearchParams(address.value.query).get("since") ?? "";
  return /^[\w-]{1,64}$/.test(given) ? given : "";
}

/** Adds the snapshot to compare with to a URL of the screen. */
function withSince(url: string): string {
  return urlWith(url, { since: sinceShown() });
}

/** Fetches all comparable metrics of the other snapshot in one call. */
function useOtherDate(keys: readonly string[]) {
  const since = sinceShown();
  const isAsked = since !== "" && keys.length > 0;
  return useRequest(
    async (signal) => (isAsked ? terraceAt(since).localFrame("AU", keys, { signal }) : undefined),
    [since, isAsked],
  ).value;
}

interface BeforeProps {
  readonly other: ReturnType<typeof useOtherDate>;
  readonly metric: Metric;
  readonly code: string;
  readonly now: number | undefined;
}

/** A figure's value in the other snapshot, and its change. */
function Before({ other, metric, code, now }: BeforeProps) {
  if (other.state !== "there" || other.value === undefined) return null;
  const { value: frame } = other;
  const position = frame.index.positionOf(code);
  const before = valueAt(frame, metric.key, position);
  const text =
    position < 0
      ? "not in that data"
      : before === undefined
        ? now === undefined
          ? ""
          : "not available then"
        : before === now
          ? "unchanged"
          : `was ${metric.categoryLabels[before] ?? formatValue(before, metric.unit)}${moved(metric, now, before)}`;
  return <div class="small muted before">{text}</div>;
}

function moved({ categoryLabels }: Metric, now: number | undefined, before: number): string {
  if (now === undefined || before === 0 || categoryLabels.length > 0) return "";
  return `, ${formatChange(moveOf({ code: "", now, before }))}`;
}
