import type { StateCode } from "../../../dataset/states.ts";

export type Buyer = "owner_occupier" | "investor" | "first_home";
export type PropertyType = "existing" | "new" | "land" | "house_land_package";

/** The last day on which the schedules in force were compared with what is published. */
export const SCHEDULES_CHECKED_ON = "2026-10-05";

/**
 * Duty on a value above `over`: `base` and `rate` percent of the excess, or `rate` percent of the whole value. A value
 * equal to a bound belongs to the bracket below it. The fourth number is for the square of the value in thousands.
 */
export type Bracket = readonly [over: number, base: number | "whole", rate: number, square?: number];

/** Brackets, whose excess counts in whole steps of so many dollars, a part of one as one. */
export interface Scale {
  readonly step?: number;
  readonly least?: number;
  readonly brackets: readonly Bracket[];
}

/** What makes the duty less. */
export type Relief =
  /** The lower of the duty and that of another scale, up to a value. */
  | { readonly scale: Scale; readonly upTo?: number }
  /** A share of the duty, up to a value; 0 is nothing to pay. */
  | { readonly share: number; readonly upTo?: number }
  /** Nothing up to one value, all from another one, and between them by what is left to it. */
  | { readonly freeTo: number; readonly fullFrom: number; readonly taper: "amount" | "dollars" | "share" }
  /** So much less for a value under a bound, by ascending bound, but not less than nothing. */
  | { readonly minus: readonly (readonly [under: number, amount: number])[] };

/** Contracts of a time. */
interface Dated {
  readonly state: StateCode;
  /** First day, or the first on which these figures were seen. */
  readonly from: string;
  /** Last day; until the next rule unless given. */
  readonly until?: string;
  /** Whether the figures were read on a page of the revenue office or government, or elsewhere. */
  readonly readAt: "office" | "elsewhere";
}

export interface GeneralScale extends Dated {
  readonly scale: Scale;
}

/** A relief of those who will live there; one for first homes applies to what the others leave. */
export interface ReliefRule extends Dated {
  readonly buyer: "owner_occupier" | "first_home";
  /** All unless given. */
  readonly properties?: readonly PropertyType[];
  readonly relief: Relief;
}

const NSW_RATES = [1.25, 1.5, 1.75, 3.5, 4.5, 5.5, 7];
const nsw = (
  from: string,
  bounds: readonly number[],
  bases: readonly number[],
  least = 20,
): GeneralScale => ({
  ...{ state: "NSW", from, readAt: "elsewhere" },
  scale: {
    ...{ step: 100, least },
    brackets: NSW_RATES.map((rate, i) => [i && bounds[i - 1], i && bases[i - 1], rate]),
  },
});

const VIC_TO_960: readonly Bracket[] = [
  [0, 0, 1.4],
  [25_000, 350, 2.4],
  [130_000, 2_870, 6],
  [960_000, "whole", 5.5],
];
const ACT_FLAT: Bracket = [1_455_000, "whole", 4.54];

/** What anybody pays without relief. The newest that has begun holds. */
export const GENERAL_SCALES: readonly GeneralScale[] = [
  nsw(
    "2026-07-01",
    [18_000, 38_000, 103_000, 387_000, 1_290_000, 3_870_000],
    [225, 525, 1_662, 11_602, 52_237, 194_137],
  ),
  nsw(
    "2025-07-01",
    [17_000, 37_000, 99_000, 372_000, 1_240_000, 3_721_000],
    [212, 512, 1_597, 11_152, 50_212, 186_667],
  ),
  nsw(
    "2024-07-01",
    [17_000, 36_000, 97_000, 364_000, 1_212_000, 3_636_000],
    [212, 497, 1_564, 10_909, 49_069, 182_389],
  ),
  nsw(
    "2023-07-01",
    [16_000, 35_000, 93_000, 351_000, 1_168_000, 3_505_000],
    [200, 485, 1_500, 10_530, 47_295, 175_830],
  ),
  nsw(
    "2022-07-01",
    [15_000, 32_000, 87_000, 327_000, 1_089_000, 3_268_000],
    [187, 442, 1_405, 9_805, 44_095, 163_940],
    10,
  ),
  {
    ...{ state: "VIC", from: "2021-07-01", readAt: "office" },
    scale: { brackets: [...VIC_TO_960, [2_000_000, 110_000, 6.5]] },
  },
  { ...{ state: "VIC", from: "2008-05-06", readAt: "office" }, scale: { brackets: VIC_TO_960 } },
  {
    ...{ state: "QLD", from: "2012-07-01", readAt: "office" },
    scale: {
      step: 100,
      brackets: [
        [0, 0, 0],
        [5_000, 0, 1.5],
        [75_000, 1_050, 3.5],
        [540_000, 17_325, 4.5],
        [1_000_000, 38_025, 5.75],
      ],
    },
  },
  {
    ...{ state: "SA", from: "2023-06-15", readAt: "office" },
    scale: {
      step: 100,
      brackets: [
        [0, 0, 1],
        [12_000, 120, 2],
        [30_000, 480, 3],
        [50_000, 1_080, 3.5],
        [100_000, 2_830, 4],
        [200_000, 6_830, 4.25],
        [250_000, 8_955, 4.75],
        [300_000, 11_330, 5],
        [500_000, 21_330, 5.5],
      ],
    },
  },
  {
    ...{ state: "WA", from: "2014-07-03", readAt: "elsewhere" },
    scale: {
      step: 100,
      brackets: [
        [0, 0, 1.9],
        [120_000, 2_280, 2.85],
        [150_000, 3_135, 3.8],
        [360_000, 11_115, 4.75],
        [725_000, 28_453, 5.15],
      ],
    },
  },
  {
    ...{ state: "TAS", from: "2013-10-21", readAt: "office" },
    scale: {
      step: 100,
      brackets: [
        [0, 50, 0],
        [3_000, 50, 1.75],
        [25_000, 435, 2.25],
        [75_000, 1_560, 3.5],
        [200_000, 5_935, 4],
        [375_000, 12_935, 4.25],
        [725_000, 27_810, 4.5],
      ],
    },
  },
  {
    ...{ state: "ACT", from: "2021-07-01", readAt: "elsewhere" },
    scale: {
      step: 100,
      brackets: [
        [0, 0, 1.2],
        [200_000, 2_400, 2.2],
        [300_000, 4_600, 3.4],
        [500_000, 11_400, 4.32],
        [750_000, 22_200, 5.9],
        [1_000_000, 36_950, 6.4],
        ACT_FLAT,
      ],
    },
  },
  {
    ...{ state: "NT", from: "2019-05-07", readAt: "elsewhere" },
    scale: {
      // The last two begin at their bound, not above it: a cent is the least that a value can differ by.
      brackets: [
        [0, "whole", 1.5, 0.06571441],
        [525_000, "whole", 4.95],
        [2_999_999.99, "whole", 5.75],
        [4_999_999.99, "whole", 5.95],
      ],
    },
  },
];

const actOwner = (from: string, rate: number, bases: readonly number[]): ReliefRule => ({
  ...{ state: "ACT", from, readAt: "elsewhere", buyer: "owner_occupier" },
  relief: {
    scale: {
      step: 100,
      brackets: [
        [0, 0, rate],
        [260_000, bases[0], 2.2],
        [300_000, bases[1], 3.4],
        [500_000, bases[2], 4.32],
        [750_000, bases[3], 5.9],
        [1_000_000, bases[4], 6.4],
        ACT_FLAT,
      ],
    },
  },
});

const HOMES: readonly PropertyType[] = ["existing", "new", "house_land_package"];
const NEW_HOMES: readonly PropertyType[] = ["new", "house_land_package"];

/** Nothing up to one value, then a rate on the excess up to another; Perth and Peel where the state was divided. */
const waFirstHome = (
  [from, readAt]: readonly [string, Dated["readAt"]],
  properties: readonly PropertyType[],
  [free, rate, upTo]: readonly [number, number, number],
): ReliefRule => ({
  ...{ state: "WA", from, readAt, buyer: "first_home", properties },
  relief: {
    upTo,
    scale: {
      step: 100,
      brackets: [
        [0, 0, 0],
        [free, 0, rate],
      ],
    },
  },
});

const firstHome = (
  [state, from, readAt]: readonly [StateCode, string, Dated["readAt"]],
  relief: Relief,
  more: Pick<ReliefRule, "until" | "properties"> = {},
): ReliefRule => ({ ...{ state, from, readAt, buyer: "first_home", relief }, ...more });

const nswFirstHome = (from: string, at: Dated["readAt"], freeTo: number, fullFrom: number): ReliefRule =>
  firstHome(["NSW", from, at], { freeTo, fullFrom, taper: "amount" }, { properties: HOMES });

/** The newest that has begun and has not ended holds for its buyers and properties. */
export const RELIEFS: readonly ReliefRule[] = [
  {
    ...{ state: "VIC", from: "2008-05-06", readAt: "office", buyer: "owner_occupier" },
    relief: {
      upTo: 550_000,
      scale: {
        brackets: [...VIC_TO_960.slice(0, 2), [130_000, 2_870, 5], [440_000, 18_370, 6]],
      },
    },
  },
  {
    ...{ state: "QLD", from: "2012-07-01", readAt: "office", buyer: "owner_occupier", properties: HOMES },
    relief: {
      scale: {
        step: 100,
        brackets: [
          [0, 0, 1],
          [350_000, 3_500, 3.5],
          [540_000, 10_150, 4.5],
          [1_000_000, 30_850, 5.75],
        ],
      },
    },
  },
  {
    ...{ state: "WA", from: "2014-07-03", readAt: "elsewhere", buyer: "owner_occupier", properties: HOMES },
    relief: {
      upTo: 200_000,
      scale: {
        step: 100,
        brackets: [
          [0, 0, 1.5],
          [120_000, 1_800, 4.04],
        ],
      },
    },
  },
  actOwner("2025-07-01", 0.28, [728, 1_608, 8_408, 19_208, 33_958]),
  actOwner("2024-07-01", 0.4, [1_040, 1_920, 8_720, 19_520, 34_270]),
  actOwner("2023-07-01", 0.49, [1_274, 2_154, 8_954, 19_754, 34_504]),
  {
    ...{ state: "NT", from: "2022-07-01", until: "2027-06-30", readAt: "office", buyer: "owner_occupier" },
    properties: ["house_land_package"],
    relief: { share: 0 },
  },
  nswFirstHome("2023-07-01", "office", 800_000, 1_000_000),
  nswFirstHome("2022-07-01", "elsewhere", 650_000, 800_000),
  firstHome(
    ["NSW", "2022-07-01", "elsewhere"],
    { freeTo: 350_000, fullFrom: 450_000, taper: "amount" },
    { properties: ["land"] },
  ),
  firstHome(["VIC", "2017-07-01", "office"], { freeTo: 600_000, fullFrom: 750_000, taper: "dollars" }),
  firstHome(["QLD", "2025-05-01", "office"], { share: 0 }, { properties: [...NEW_HOMES, "land"] }),
  firstHome(
    ["QLD", "2024-06-09", "elsewhere"],
    {
      minus: [
        [710_000, 17_350],
        [720_000, 15_615],
        [730_000, 13_880],
        [740_000, 12_145],
        [750_000, 10_410],
        [760_000, 8_675],
        [770_000, 6_940],
        [780_000, 5_205],
        [790_000, 3_470],
        [800_000, 1_735],
      ],
    },
    { properties: ["existing"] },
  ),
  firstHome(["SA", "2024-06-06", "office"], { share: 0 }, { properties: [...NEW_HOMES, "land"] }),
  firstHome(
    ["SA", "2023-06-15", "office"],
    { freeTo: 650_000, fullFrom: 700_000, taper: "share" },
    { properties: NEW_HOMES },
  ),
  firstHome(
    ["SA", "2023-06-15", "office"],
    { freeTo: 400_000, fullFrom: 450_000, taper: "share" },
    { properties: ["land"] },
  ),
  waFirstHome(["2026-05-07", "elsewhere"], HOMES, [600_000, 16.15, 800_000]),
  waFirstHome(["2026-05-07", "elsewhere"], ["land"], [450_000, 20.14, 550_000]),
  waFirstHome(["2025-03-21", "office"], HOMES, [500_000, 13.63, 700_000]),
  waFirstHome(["2025-03-21", "office"], ["land"], [350_000, 15.39, 450_000]),
  waFirstHome(["2024-05-09", "elsewhere"], HOMES, [450_000, 15.01, 600_000]),
  waFirstHome(["2014-07-03", "elsewhere"], HOMES, [430_000, 19.19, 530_000]),
  waFirstHome(["2014-07-03", "elsewhere"], ["land"], [300_000, 13.01, 400_000]),
  ...(
    [
      ["2024-02-18", "2026-06-30", 0, 750_000],
      ["2022-01-01", "2024-02-17", 0.5, 600_000],
      ["2021-03-16", "2021-12-31", 0.5, 500_000],
      ["2018-02-07", "2021-03-15", 0.5, 400_000],
    ] as const
  ).map(([from, until, share, upTo]) =>
    firstHome(["TAS", from, "office"], { share, upTo }, { until, properties: ["existing"] }),
  ),
  firstHome(["ACT", "2026-07-01", "elsewhere"], { share: 0 }),
  firstHome(["ACT", "2025-07-01", "elsewhere"], { minus: [[Number.POSITIVE_INFINITY, 35_238]] }),
  firstHome(["ACT", "2024-07-01", "elsewhere"], { minus: [[Number.POSITIVE_INFINITY, 34_270]] }),
];
