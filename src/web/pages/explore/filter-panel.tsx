import { useSignal } from "@preact/signals";
import { printWhere } from "terrace/client";
import { Histogram } from "../../charts/histogram.tsx";
import { country, whereMetrics } from "../../data/country.ts";
import { Choice, Press, Remove } from "../../parts/controls.tsx";
import { formatCount, formatMoney } from "../../parts/format.ts";
import { MetricPicker } from "../../parts/metric-picker.tsx";
import { placeNameOf } from "../../rendered/addresses.ts";
import { inWords } from "../../view/conditions.ts";
import { changeView } from "../../view/navigate.ts";
import { pricedIn, reach, reachedView } from "../../view/reach.ts";
import { selection } from "../../view/selection.ts";
import { readWhere, STATE_CODES, view, whereText } from "../../view/view-state.ts";
import { PresetRow } from "./preset-row.tsx";

const SCOPES = ["AU", ...STATE_CODES].map((code) => [code, placeNameOf(code)] as const);

export function FilterPanel() {
  const { histograms, scope } = view.value;
  const metrics = country.value?.metrics;
  return (
    <section class="filters" aria-label="Filters">
      <h2 class="visually-hidden">Filters</h2>
      <div class="filters-head">
        <MatchCount />
        <label>
          <span class="visually-hidden">State</span>
          <Choice
            value={scope}
            options={SCOPES}
            onPick={(picked) => changeView({ scope: picked, at: undefined })}
          />
        </label>
      </div>
      {metrics !== undefined && <PresetRow />}
      <Chips />
      <Blame />
      {metrics === undefined
        ? [1, 2, 3, 4, 5].map((i) => <div key={i} class="histogram skeleton" aria-hidden="true" />)
        : histograms.map((key) => {
            const metric = metrics.get(key);
            return metric === undefined ? (
              <UnknownMetric key={key} name={key} />
            ) : (
              <Histogram key={key} metric={metric} />
            );
          })}
      <MetricPicker
        label="+ add a metric"
        but={histograms}
        onPick={(key) => {
          changeView({ histograms: [...view.peek().histograms, key] });
          requestAnimationFrame(() =>
            document
              .querySelector(".filters > .histogram:last-of-type")
              ?.scrollIntoView({ block: "nearest" }),
          );
        }}
      />
      <WhereText />
    </section>
  );
}

function MatchCount() {
  const picked = selection.value;
  return (
    <p class="match-count" data-count={picked?.count}>
      {picked === undefined ? (
        <span class="muted">Loading the suburbs…</span>
      ) : (
        <>
          <strong>{formatCount(picked.count)}</strong>{" "}
          <span class="muted">of {formatCount(picked.scopeCount)} suburbs</span>
        </>
      )}
    </p>
  );
}

function Chips() {
  const { where, badWhere, afford } = view.value;
  if (where.length === 0 && badWhere === undefined && afford === undefined) return null;
  return (
    <ul class="chips" aria-label="Conditions">
      {where.map((condition, place) => {
        const text = printWhere(condition);
        return (
          <li key={text} class="chip">
            <span title={text}>{inWords(text)}</span>
            <Remove
              aria-label={`Remove ${text}`}
              onClick={() => changeView({ where: view.peek().where.toSpliced(place, 1) })}
            />
          </li>
        );
      })}
      {afford !== undefined && (
        <li class="chip">
          <span>
            {pricedIn(view.value.scope) === 0
              ? "Affordability: no prices here"
              : `Affordable on ${formatMoney(afford.income)} a year`}
          </span>
          <Remove aria-label="Remove the affordability filter" onClick={forgetHousehold} />
        </li>
      )}
      {badWhere !== undefined && (
        <li class="chip chip-error" role="alert">
          <span>
            {badWhere.text}: {badWhere.problem}
          </span>
          <Remove
            aria-label="Remove the invalid filter"
            onClick={() => changeView({ badWhere: undefined })}
          />
        </li>
      )}
      {where.length > 1 && (
        <li>
          <Press class="quiet" onClick={() => changeView({ where: [], badWhere: undefined })}>
            Clear all
          </Press>
        </li>
      )}
    </ul>
  );
}

function forgetHousehold(): void {
  const { show } = view.peek();
  changeView({ afford: undefined, show: show === "afford" ? "" : show });
}

/** If nothing matches: names the condition whose removal would match most suburbs. */
function Blame() {
  const picked = selection.value;
  const { where } = reachedView.value;
  if (picked === undefined || picked.count > 0 || where.length === 0) return null;
  const without = where
    .map((condition, place) => ({
      place,
      text: condition === reach.value ? "the affordability filter" : printWhere(condition),
      count: picked.frame.count(picked.without(place)),
    }))
    .sort((a, b) => b.count - a.count)[0];
  return (
    <p class="blame" role="status">
      No suburb matches. Without <code>{without.text}</code>, {formatCount(without.count)}{" "}
      {without.count === 1 ? "does" : "do"}.{" "}
      <Press
        onClick={() =>
          where[without.place] === reach.value
            ? forgetHousehold()
            : changeView({ where: view.peek().where.toSpliced(without.place, 1) })
        }
      >
        Remove
      </Press>
    </p>
  );
}

function UnknownMetric({ name }: { name: string }) {
  return (
    <p class="chip chip-error">
      There is no metric “{name}”.{" "}
      <Press onClick={() => changeView({ histograms: view.peek().histograms.filter((key) => key !== name) })}>
        Remove
      </Press>
    </p>
  );
}

/** The conditions as editable text, in the same syntax as exports and the shell. */
function WhereText() {
  const problem = useSignal("");
  const text = view.value.badWhere?.text ?? whereText(view.value);
  return (
    <details class="where-text">
      <summary>As text</summary>
      <label>
        <span class="visually-hidden">Conditions as text</span>
        <textarea
          rows={3}
          spellcheck={false}
          value={text}
          placeholder="price <= 900k and not state in (NT)"
          onChange={(event) => {
            const read = readWhere(event.currentTarget.value, whereMetrics.peek());
            problem.value = read.badWhere?.problem ?? "";
            if (read.badWhere === undefined) changeView(read);
          }}
        />
      </label>
      {problem.value !== "" && (
        <p class="error small" role="alert">
          {problem.value}
        </p>
      )}
    </details>
  );
}
