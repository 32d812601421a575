import { NATIONAL_REGION_CODE, STATES } from "../../dataset/states.ts";
import type { ImportRow } from "../importer.ts";

/** A region that series are published for, by its code in the price tables. */
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

/** Indices of prices are published of the capitals only, and stand for the country under its code. */
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

/** Regions by the names and codes that the statistics bureau gives them, in lower case. */
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

/** Labels that are words, the longest first: "South Australia" is not "Australia". */
const TITLE_LABELS: readonly string[] = [...BY_LABEL.keys()]
  .filter((label) => /^[a-z ]+$/.test(label) && label !== "aus")
  .sort((a, b) => b.length - a.length);

/** The region of a label such as `New South Wales`, `> Sydney`, `Rest of NSW` or `1GSYD`. */
export function regionOfLabel(label: string): SeriesRegion | undefined {
  return BY_LABEL.get(
    label
      .replace(/^[>\s]+/, "")
      .trim()
      .toLowerCase(),
  );
}

/**
 * The region that a table's title names: "Labour force status by Sex, New South Wales" is about that state. Undefined
 * where it names none; null where it names several, so that a series without a region of its own has none.
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

/** The region's row of `house_price_regions`. */
export function regionRow(region: SeriesRegion): ImportRow {
  return {
    region_code: region.code,
    region_type: region.type,
    region_name: region.code === NATION.code ? NATION.name : region.name,
    state_code: region.stateCode,
  };
}
