import { NATIONAL_REGION_CODE, STATES } from "../../dataset/states.ts";
import type { ImportRow } from "../importer.ts";

/** A region that series are published for; `code` is its code in the price tables. */
export interface SeriesRegion {
  readonly code: string;
  readonly type: "national" | "state" | "gccsa" | "rest_of_state";
  readonly name: string;
  readonly stateCode: string | null;
}

const NATION: SeriesRegion = {
  code: NATIONAL_REGION_CODE,
  type: "national",
  name: "Australia",
  stateCode: null,
};

/** Price indices cover only the capitals and are stored under the country's code. */
const EIGHT_CAPITALS: SeriesRegion = {
  ...NATION,
  name: "Australia (weighted average of eight capital cities)",
};

const CAPITALS: readonly string[] = [
  "Sydney",
  "Melbourne",
  "Brisbane",
  "Adelaide",
  "Perth",
  "Hobart",
  "Darwin",
  "Canberra",
];

/** Regions by ABS name or code, in lower case. */
const BY_LABEL: ReadonlyMap<string, SeriesRegion> = new Map(
  [
    ...["australia", "aus"].map((label): [string, SeriesRegion] => [label, NATION]),
    ...["weighted average of eight capital cities", "100", "50"].map((label): [string, SeriesRegion] => [
      label,
      EIGHT_CAPITALS,
    ]),
    ...STATES.flatMap((state, i): [string, SeriesRegion][] => {
      const { capitalRegion: capital, restRegion: rest, code: stateCode } = state;
      const whole: SeriesRegion = { code: stateCode, type: "state", name: state.name, stateCode };
      const city: SeriesRegion = { code: capital.code, type: "gccsa", name: capital.name, stateCode };
      const labels: [string, SeriesRegion][] = [
        [state.name, whole],
        [CAPITALS[i], city],
        [`Greater ${CAPITALS[i]}`, city],
        [capital.code, city],
      ];
      if (rest !== null) {
        const remainder: SeriesRegion = {
          code: rest.code,
          type: "rest_of_state",
          name: rest.name,
          stateCode,
        };
        labels.push([rest.name, remainder], [rest.code, remainder]);
      }
      return labels;
    }),
  ].map(([label, region]) => [label.toLowerCase(), region]),
);

/** Labels made of words, longest first: "South Australia" is not "Australia". */
const TITLE_LABELS: readonly string[] = [...BY_LABEL.keys()]
  .filter((label) => /^[a-z ]+$/.test(label) && label !== "aus")
  .sort((a, b) => b.length - a.length);

/** Region of a label such as `New South Wales`, `> Sydney`, `Rest of NSW` or `1GSYD`. */
export function regionOfLabel(label: string): SeriesRegion | undefined {
  return BY_LABEL.get(
    label
      .replace(/^[>\s]+/, "")
      .trim()
      .toLowerCase(),
  );
}

/**
 * Region named in a table's title, such as "Labour force status by Sex, New South Wales". Undefined if there
 * is none, null for several: a series without its own region is then ambiguous.
 */
export function regionOfTitle(title: string): SeriesRegion | null | undefined {
  const named = new Map<string, SeriesRegion>();
  const rest = TITLE_LABELS.reduce((text, label) => {
    const without = text.replaceAll(new RegExp(`\\b${label}\\b`, "g"), "|");
    const region = BY_LABEL.get(label)!;
    if (without !== text) named.set(region.code, region);
    return without;
  }, title.toLowerCase());
  if (named.size > 1 || /states and territories|capital cit(y|ies)/.test(rest)) return null;
  return [...named.values()][0];
}

export function regionRow(region: SeriesRegion): ImportRow {
  return {
    region_code: region.code,
    region_type: region.type,
    region_name: region.code === NATION.code ? NATION.name : region.name,
    state_code: region.stateCode,
  };
}
