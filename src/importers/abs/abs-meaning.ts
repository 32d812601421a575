import { FREQUENCY_NAMES, type Frequency } from "../series/period.ts";
import { regionOfLabel, type SeriesRegion } from "../series/series-regions.ts";
import { type Adjustment, type SeriesTarget, slugOf } from "../series/series-target.ts";
import { wordTable } from "../word-table.ts";

/** What a series says, before it is known where it goes. */
export interface SeriesLabels {
  /** Parts of the description without region: `Mean price of residential dwellings`. */
  readonly parts: readonly string[];
  /** Undefined where the table is about the whole country and says so nowhere. */
  readonly region: SeriesRegion | undefined;
  readonly unit: string;
  readonly adjustment: Adjustment;
  readonly frequency: Frequency;
  /** What the table's title says about all of its series: `Implicit price deflators`. */
  readonly valuation?: string | undefined;
}

/** Words of a table's title without which its series could be taken for those of another table. */
const VALUATIONS =
  /chain volume measures|current prices|implicit price deflators|chain price ind(?:ex|ic)es/i;

/** How a table values its series, where its title says so. */
export function valuationOf(title: string): string | undefined {
  return VALUATIONS.exec(title)?.[0];
}

type Meaning = {
  topic?: string;
  metric: string;
  product: string | null;
  unit?: string;
  /** Measure and dwelling type of a series that the price tables hold for every region. */
  price?: [string, string];
  /** Measure of a series that the price tables hold for the country alone. */
  nationalPrice?: string;
};
type Rule = readonly [pattern: RegExp, meaning: (match: RegExpExecArray) => Meaning];

/** Stands behind the metric of an index that tells its change over a year. */
const CHANGE_YEAR = "_change_year";

const CHANGES: readonly (readonly [RegExp, string])[] = [
  [
    /^percentage change from (the )?(corresponding|same) (quarter|month|period) of (the )?previous year$/i,
    CHANGE_YEAR,
  ],
  [/^percentage change from (the )?previous (quarter|month|period)$/i, "_change"],
  [/^(index numbers?|quarterly index|index)$/i, ""],
];

const DWELLINGS = wordTable<string>({
  "residential property": "all",
  "established house": "established_house",
  "established houses": "established_house",
  "attached dwelling": "attached",
  "attached dwellings": "attached",
});

/** Rules by catalogue number: the description's parts, joined by "; ", to key and price measure. First match wins. */
const RULES = wordTable<{
  topic: string;
  /** How often the catalogue's series appear under their plain names; others carry their frequency in the name. */
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

/** Catalogue number of a table that does not name it, told by the words of its series. */
const TELLTALES: readonly (readonly [RegExp, string])[] = [
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
  return TELLTALES.find(([pattern]) => descriptions.some((text) => pattern.test(text)))?.[1];
}

/** Parts of a description split at semicolons, without the `>` that marks levels, and the region among them. */
export function labelsOf(description: string): { parts: string[]; region: SeriesRegion | undefined } {
  const all = description
    .split(";")
    .map((part) => part.replace(/^[>\s]+/, "").trim())
    .filter((part) => part !== "");
  const at = all.findIndex((part) => regionOfLabel(part) !== undefined);
  return { parts: all.filter((_, i) => i !== at), region: at < 0 ? undefined : regionOfLabel(all[at]) };
}

/** Where a series goes; undefined when no rule knows it, an empty target when its region has no place in a table. */
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
    const isUsual = labels.frequency === usual && isValuedAlike(labels);
    const metric =
      isUsual || meaning.metric === NONE ? meaning.metric : fullMetric(meaning.metric, usual, labels);
    const isNational = nationalPrice !== undefined && region.type === "national";
    const price = isNational ? ([nationalPrice, "all"] as const) : meaning.price;
    const isPrice = price !== undefined && labels.adjustment === "original" && isUsual;
    // Prices and indexes of cities are in the price tables; what those have no place for, the catalogue has.
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

/** Whether the description itself says how the figures are valued, or the title says nothing. */
function isValuedAlike({ valuation, parts }: SeriesLabels): boolean {
  return valuation === undefined || parts.join("; ").toLowerCase().includes(valuation.toLowerCase());
}

/** The metric with what tells it from the series that callers know under its plain name. */
function fullMetric(metric: string, usual: Frequency, labels: SeriesLabels): string {
  const valuation = isValuedAlike(labels) ? [] : [slugOf(labels.valuation!)];
  const frequency = labels.frequency === usual ? [] : [FREQUENCY_NAMES[labels.frequency]];
  return [metric, ...valuation, ...frequency].join("_");
}

/** A metric that only the price tables know. */
const NONE = "";
const UNKNOWN = "?";

/** Takes the first part of a description as the metric and the others as the product; total persons are not a product. */
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

/** The metric's suffix for a measure: empty for the index itself. */
function changeOf(measure: string): string {
  return CHANGES.find(([pattern]) => pattern.test(measure.trim()))?.[1] ?? UNKNOWN;
}
