import { useSignal } from "@preact/signals";
import { Answer } from "../../data/ask.tsx";
import { country } from "../../data/country.ts";
import { terrace } from "../../data/terrace.ts";
import { Remove, set } from "../../parts/controls.tsx";
import { formatShare, formatValue } from "../../parts/format.ts";
import { MetricPicker } from "../../parts/metric-picker.tsx";
import { Section } from "../../parts/section.tsx";
import { preferred } from "../../view/preferences.ts";

const MAX_COMPARED = 6;
/** Standard deviations at the end of a bar. */
const REACH = 1.5;

export function Similar({ code }: { code: string }) {
  const chosen = useSignal<readonly string[] | undefined>(undefined);
  const keys = chosen.value ?? preferred("alike", MAX_COMPARED, country.value);
  const request = { salCode: code, metricKeys: [...keys], k: 8 };
  const metrics = country.value?.metrics;
  return (
    <Section title="Similar suburbs" kind="card wide">
      <div class="controls small">
        {keys.map((key) => (
          <span class="chip" key={key}>
            <span>{metrics?.get(key)?.label ?? key}</span>
            {keys.length > 1 && (
              <Remove
                aria-label={`Leave out ${key}`}
                onClick={() =>
                  set(
                    chosen,
                    keys.filter((one) => one !== key),
                  )
                }
              />
            )}
          </span>
        ))}
        <MetricPicker
          label="+ compare by"
          isQuantity
          but={keys}
          onPick={(key) => set(chosen, [...keys, key])}
        />
      </div>
      <Answer of={terrace.explorer.similarSuburbs} to={request} what="similar suburbs">
        {(answer) => (
          <>
            {answer.ignoredMetricKeys.length > 0 && (
              <p class="small muted">
                Not compared, as figures are missing here:{" "}
                {answer.ignoredMetricKeys.map((key) => metrics?.get(key)?.label ?? key).join(", ")}.
              </p>
            )}
            {answer.rows.length === 0 && (
              <p class="empty">There is too little data on this suburb to compare it.</p>
            )}
            {answer.rows.map((row) => (
              <div class="similar-row" key={row.salCode}>
                <a href={`/suburb/${row.salCode}`}>{row.salName}</a>{" "}
                <span class="muted small">
                  {row.stateCode} {row.postcode}
                </span>{" "}
                <strong class="small">{formatShare(row.similarity)} alike</strong>
                <details class="small">
                  <summary>How they differ</summary>
                  {row.differences.map((difference) => {
                    const metric = metrics?.get(difference.metricKey);
                    const share = Math.max(-1, Math.min(1, difference.scaledDifference / REACH));
                    return (
                      <div class="bar-row" key={difference.metricKey}>
                        <span class="small">{metric?.label ?? difference.metricKey}</span>
                        <span class="diff-track">
                          <i
                            style={{
                              left: `${50 + Math.min(0, share) * 50}%`,
                              width: `${Math.max(1, Math.abs(share) * 50)}%`,
                            }}
                          />
                        </span>
                        <span class="number small">
                          {difference.value === undefined
                            ? "not known"
                            : formatValue(difference.value, metric?.unit ?? "", true)}
                        </span>
                      </div>
                    );
                  })}
                </details>
              </div>
            ))}
          </>
        )}
      </Answer>
    </Section>
  );
}
