import { lookupOf } from "../lookup.ts";
import { FREQUENCY_NAMES, type Frequency } from "../series/period.ts";
import { regionOfLabel, type SeriesRegion } from "../series/series-regions.ts";
import { type Adjustment, type SeriesTarget, slugOf } from "../series/series-target.ts";

/** A series as its file labels it, before it is mapped to a target. */
interface SeriesLabels {
  /** Description split into parts, without the region: `Mean price of residential dwellings`. */
  readonly parts: readonly string[];
  /** Undefined in a table about the whole country that does not name it. */
  readonly region: SeriesRegion | undefined;
  readonly unit: string;
  readonly adjustment: Adjustment;
  readonly frequency: Frequency;
  /** Valuation in the table's title, which applies to all of its series: `Implicit price deflators`. */
  readonly valuation?: string | undefined;
}

/** Phrases of a table's title that distinguish its series from those of another table. */
const VALUATIONS =
  /chain volume measures|current prices|implicit price deflators|chain price ind(?:ex|ic)es/i;

/** Valuation of a table's series; undefined when the title does not state it. */
export function valuationOf(title: string): string | undefined {
  return VALUATIONS.exec(title)?.[0];
}

type Meaning = {
  topic?: string;
  metric: string;
  product: string | null;
  unit?: string;
  /** Measure and dwelling type in the price tables, which hold this series for every region. */
  price?: [string, string];
  /** Measure in the price tables, which hold this series for the whole country only. */
  nationalPrice?: string;
};
type Rule = readonly [pattern: RegExp, meaning: (match: RegExpExecArray) => Meaning];

/** Metric suffix for the yearly change of an index. */
const CHANGE_YEAR = "_change_year";

const CHANGES: readonly (readonly [RegExp, string])[] = [
  [
    /^percentage change from (the )?(corresponding|same) (quarter|month|period) of (the )?previous year$/i,
    CHANGE_YEAR,
  ],
  [/^percentage change from (the )?previous (quarter|month|period)$/i, "_change"],
  [/^(index numbers?|quarterly index|index)$/i, ""],
];

const DWELLINGS = lookupOf<string>({
  "residential property": "all",
  "established house": "established_house",
  "established houses": "established_house",
  "attached dwelling": "attached",
  "attached dwellings": "attached",
});

/** Rules by catalogue number; each matches the description's parts joined by "; ". First match wins. */
const RULES = lookupOf<{
  topic: string;
  /** Default frequency: series of another frequency get it as a suffix of the metric. */
  usual: Frequency;
  rules: readonly Rule[];
}>({
  "6432.0": {
    topic: "dwellings",
    usual: "Q",
    rules: [
      [
        /^value of dwelling stock[;,]? owned by (.+)$/i,
        ([, owner]) => ({
          metric: "total_value",
          product: slugOf(owner),
          ...(/^all sectors$/i.test(owner) ? { price: ["total_value", "all"] } : {}),
        }),
      ],
      [
        /^mean price of residential dwellings$/i,
        () => ({ metric: "mean_price", product: null, price: ["mean_price", "all"] }),
      ],
      [/^number of residential dwellings$/i, () => ({ metric: "stock", product: null, unit: "dwellings" })],
      ...transferRules(),
    ],
  },
  "6416.0": {
    topic: "house_prices",
    usual: "Q",
    rules: [
      [
        /^(residential property|established house|attached dwellings?) price index$/i,
        ([, kind]) => ({ metric: "index", product: slugOf(kind), price: ["price_index", dwelling(kind)] }),
      ],
      [
        /^(residential property|established house|attached dwellings?) price index (percentage change .+)$/i,
        ([, kind, change]) => ({ metric: `index${changeOf(change)}`, product: slugOf(kind) }),
      ],
      [
        /^([^;]+); (residential property|established houses?|attached dwellings?)$/i,
        ([, measure, kind]) => {
          const change = changeOf(measure);
          const product = slugOf(kind.replace(/houses$/i, "house"));
          return {
            metric: `index${change}`,
            product,
            ...(change === "" ? { price: ["price_index", dwelling(kind)] } : {}),
          };
        },
      ],
      ...transferRules(),
    ],
  },
  "6401.0": {
    topic: "cpi",
    usual: "Q",
    rules: [
      [
        /^([^;]+); (.+)$/i,
        ([, measure, group]) => {
          const change = changeOf(measure);
          const product = slugOf(group.replace(/ cpi\b|,? seasonally adjusted\b/gi, ""));
          return {
            metric: change === CHANGE_YEAR ? "annual_change" : `index${change}`,
            product,
            ...(change === "" && product === "rents" ? { nationalPrice: "rents_index" } : {}),
          };
        },
      ],
    ],
  },
  "6202.0": {
    topic: "labour",
    usual: "M",
    rules: [
      [/^([^;]+); (persons|males|females)$/i, ([, measure, sex]) => labour(measure, sex)],
      [/^(persons|males|females); ([^;]+)$/i, ([, sex, measure]) => labour(measure, sex)],
    ],
  },
  "6345.0": {
    topic: "wages",
    usual: "Q",
    rules: [
      [
        /^([^;]+); ([^;]+); ([^;]+); ([^;]+)$/i,
        ([, measure, pay, sector, industry]) => {
          const usual = [
            /^total hourly rates of pay excluding bonuses$/i,
            /^private and public$/i,
            /^all industries$/i,
          ];
          const special = [pay, sector, industry].filter((part, i) => !usual[i].test(part));
          const product = special.length === 0 ? "total" : slugOf(special.join(" "));
          const change = changeOf(measure);
          if (change === CHANGE_YEAR && product === "total") return { metric: "wpi_yoy", product: null };
          return {
            metric: `wage_price_index${change}`,
            product,
            ...(change === "" && product === "total" ? { nationalPrice: "wage_index" } : {}),
          };
        },
      ],
    ],
  },
  "3101.0": {
    topic: "population",
    usual: "Q",
    rules: [
      [
        /^estimated resident population(?:; (persons|males?|females?))?$/i,
        ([, sex = "persons"]) => ({
          metric: "erp",
          product: /^persons$/i.test(sex) ? "total" : slugOf(sex),
          unit: "persons",
        }),
      ],
      anySeries({ unit: "persons" }),
    ],
  },
  "5206.0": {
    topic: "accounts",
    usual: "Q",
    rules: [
      [
        /^state final demand: chain volume measures$/i,
        () => ({ topic: "gdp", metric: "state_final_demand_chain_volume", product: "total" }),
      ],
      anySeries(),
    ],
  },
  "5601.0": {
    topic: "lending",
    usual: "M",
    rules: [
      [
        /^households; housing finance; (owner occupier|investor)(?:; total dwellings excluding refinancing)?; new loan commitments; value$/i,
        ([, borrower]) => ({ metric: "new_commitments", product: slugOf(borrower) }),
      ],
      anySeries(),
    ],
  },
  "6302.0": { topic: "earnings", usual: "H", rules: [anySeries()] },
  "8731.0": {
    topic: "approvals",
    usual: "M",
    rules: [
      [/^total number of dwelling units$/i, () => ({ metric: "dwelling_units", product: "total" })],
      [/^(.*\bvalue\b.*)$/i, ([, all]) => ({ metric: "value", product: slugOf(all) })],
      [/^(.+)$/, ([, all]) => ({ metric: "dwelling_units", product: slugOf(all) })],
    ],
  },
});

/** Patterns that identify the catalogue by its series' descriptions when a table does not name it. */
const CATALOGUE_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/dwelling stock|residential dwellings/i, "6432.0"],
  [/(property|house|dwellings?) price index|house transfers|dwelling transfers/i, "6416.0"],
  [/all groups cpi/i, "6401.0"],
  [/unemployment rate|labour force/i, "6202.0"],
  [/hourly rates of pay/i, "6345.0"],
  [/dwelling units/i, "8731.0"],
  [/estimated resident population/i, "3101.0"],
  [/gross domestic product|gross national income/i, "5206.0"],
  [/loan commitments|housing finance/i, "5601.0"],
  [/ordinary time earnings|total earnings/i, "6302.0"],
];

export function catalogueOfDescriptions(descriptions: readonly string[]): string | undefined {
  return CATALOGUE_PATTERNS.find(([pattern]) => descriptions.some((text) => pattern.test(text)))?.[1];
}

/** Splits a description at semicolons, strips the `>` level markers and takes the region out of the parts. */
export function labelsOf(description: string): { parts: string[]; region: SeriesRegion | undefined } {
  const all = description
    .split(";")
    .map((part) => part.replace(/^[>\s]+/, "").trim())
    .filter((part) => part !== "");
  const at = all.findIndex((part) => regionOfLabel(part) !== undefined);
  return { parts: all.filter((_, i) => i !== at), region: at < 0 ? undefined : regionOfLabel(all[at]) };
}

/** Target of a series: undefined when no rule matches, empty when no table takes its region. */
export function targetOf(catalogue: string, labels: SeriesLabels): SeriesTarget | undefined {
  const { topic, usual, rules } = RULES[catalogue];
  const region = labels.region ?? regionOfLabel("aus")!;
  for (const [pattern, meaningOf] of rules) {
    const match = pattern.exec(labels.parts.join("; "));
    if (match === null) continue;
    const meaning = meaningOf(match);
    if (meaning.metric.includes(UNKNOWN)) continue;
    const unit = meaning.unit !== undefined && labels.unit === "count" ? meaning.unit : labels.unit;
    const { product, nationalPrice } = meaning;
    const isUsual = labels.frequency === usual && hasUsualValuation(labels);
    const metric =
      isUsual || meaning.metric === NONE ? meaning.metric : fullMetric(meaning.metric, usual, labels);
    const isNational = nationalPrice !== undefined && region.type === "national";
    const price = isNational ? ([nationalPrice, "all"] as const) : meaning.price;
    const isPrice = price !== undefined && labels.adjustment === "original" && isUsual;
    // Prices and city indexes go to the price tables; what these cannot hold goes to the series catalogue.
    const isWhole = region.type === "national" || region.type === "state";
    const isCatalogued = metric !== NONE && (isWhole || !isPrice);
    return {
      ...(isCatalogued
        ? {
            economic: {
              topic: meaning.topic ?? topic,
              metric,
              product,
              region,
              unit,
              adjustment: labels.adjustment,
            },
          }
        : {}),
      ...(!isPrice
        ? {}
        : {
            price: { region, measure: price[0], dwellingType: price[1], unit: unit === "aud" ? "AUD" : unit },
          }),
    };
  }
  return undefined;
}

/** True when the description itself states the valuation, or the title states none. */
function hasUsualValuation({ valuation, parts }: SeriesLabels): boolean {
  return valuation === undefined || parts.join("; ").toLowerCase().includes(valuation.toLowerCase());
}

/** The metric with suffixes for valuation and frequency, so that it differs from the default series. */
function fullMetric(metric: string, usual: Frequency, labels: SeriesLabels): string {
  const valuation = hasUsualValuation(labels) ? [] : [slugOf(labels.valuation!)];
  const frequency = labels.frequency === usual ? [] : [FREQUENCY_NAMES[labels.frequency]];
  return [metric, ...valuation, ...frequency].join("_");
}

/** Metric of a series that only the price tables hold. */
const NONE = "";
const UNKNOWN = "?";

/** Fallback rule: the first part is the metric, the rest the product. "Persons" alone is not a product. */
function anySeries(more: { unit?: string } = {}): Rule {
  return [
    /^([^;]+)(?:; (.+))?$/,
    ([, first, rest]) => {
      const product = slugOf((rest ?? "").replace(/^persons$/i, ""));
      return { metric: slugOf(first), product: product === "" ? null : product, ...more };
    },
  ];
}

function transferRules(): Rule[] {
  return [
    [
      /^median price of (established house|attached dwelling) transfers( \(.+\))?$/i,
      ([, kind]) => ({ metric: NONE, product: null, price: ["median_price", dwelling(kind)] }),
    ],
    [
      /^number of (established house|attached dwelling) transfers( \(.+\))?$/i,
      ([, kind]) => ({ metric: NONE, product: null, price: ["transfer_count", dwelling(kind)] }),
    ],
  ];
}

function labour(measure: string, sex: string): Meaning {
  const product = /^persons$/i.test(sex) ? "total" : slugOf(sex);
  const metric = slugOf(measure);
  return { metric: metric === "employed_total" ? "employed_persons" : metric, product, unit: "persons" };
}

function dwelling(kind: string): string {
  return DWELLINGS[kind.toLowerCase()];
}

/** Metric suffix of a measure: empty for the index itself, UNKNOWN when nothing matches. */
function changeOf(measure: string): string {
  return CHANGES.find(([pattern]) => pattern.test(measure.trim()))?.[1] ?? UNKNOWN;
}
