import type { StateCode } from "../../../dataset/states.ts";

export type Buyer = "owner_occupier" | "investor" | "first_home";
export type PropertyType = "existing" | "new" | "land" | "house_land_package";

/** The last day on which the current schedules were compared with published ones. */
export const SCHEDULES_CHECKED_ON = "2026-10-05";

/**
 * Duty on a value above `over`: `base` plus `rate` percent of the excess, or `rate` percent of the whole
 * value. A value equal to a bound belongs to the bracket below it. `square` is multiplied by the square of
 * the value in thousands.
 */
type Bracket = readonly [over: number, base: number | "whole", rate: number, square?: number];

/** Brackets. The excess is rounded up to multiples of `step` dollars; `least` is the minimum duty. */
export interface Scale {
  readonly step?: number;
  readonly least?: number;
  readonly brackets: readonly Bracket[];
}

export type Relief =
  /** The lower of the duty and that of another scale, up to a value. */
  | { readonly scale: Scale; readonly upTo?: number }
  /** A share of the duty, up to a value; 0 means no duty. */
  | { readonly share: number; readonly upTo?: number }
  /** No duty up to `freeTo`, full duty from `fullFrom`, tapered in between (see `relieved`). */
  | { readonly freeTo: number; readonly fullFrom: number; readonly taper: "amount" | "dollars" | "share" }
  /** A deduction by value, bounds ascending; the duty does not become negative. */
  | { readonly minus: readonly (readonly [under: number, amount: number])[] };

type ReadAt = "office" | "elsewhere";

/** Validity by contract date. */
interface Dated {
  readonly state: StateCode;
  /** First day, or the first on which these figures were seen. */
  readonly from: string;
  /** Last day; by default until the next rule. */
  readonly until?: string;
  /** Whether the figures were read on a page of the revenue office or government, or elsewhere. */
  readonly readAt: ReadAt;
}

interface GeneralScale extends Dated {
  readonly scale: Scale;
}

/** A relief for owner-occupiers; one for first homes applies to the remaining duty. */
export interface ReliefRule extends Dated {
  readonly buyer: "owner_occupier" | "first_home";
  /** All by default. */
  readonly properties?: readonly PropertyType[];
  readonly relief: Relief;
}

/** A scale in steps of 100 dollars, from parallel lists of bounds, bases and rates. */
const per100 = (
  over: readonly number[],
  base: readonly number[],
  rate: readonly number[],
  least = 0,
): Scale => ({ step: 100, least, brackets: over.map((bound, i) => [bound, base[i], rate[i]]) });

type At = readonly [StateCode, from: string, ReadAt];

const general = ([state, from, readAt]: At, scale: Scale): GeneralScale => ({ state, from, readAt, scale });

const NSW_RATES = [1.25, 1.5, 1.75, 3.5, 4.5, 5.5, 7];
const nsw = (from: string, over: readonly number[], base: readonly number[], least = 20): GeneralScale =>
  general(["NSW", from, "elsewhere"], per100([0, ...over], [0, ...base], NSW_RATES, least));

const VIC_TO_960: readonly Bracket[] = [
  [0, 0, 1.4],
  [25_000, 350, 2.4],
  [130_000, 2_870, 6],
  [960_000, "whole", 5.5],
];
const ACT_FLAT: Bracket = [1_455_000, "whole", 4.54];
const act = (over: readonly number[], base: readonly number[], rate: readonly number[]): Scale => ({
  step: 100,
  brackets: [...per100(over, base, rate).brackets, ACT_FLAT],
});

/** Duty without relief. The newest scale that has begun applies. */
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
  general(["VIC", "2021-07-01", "office"], { brackets: [...VIC_TO_960, [2_000_000, 110_000, 6.5]] }),
  general(["VIC", "2008-05-06", "office"], { brackets: VIC_TO_960 }),
  general(
    ["QLD", "2012-07-01", "office"],
    per100([0, 5_000, 75_000, 540_000, 1_000_000], [0, 0, 1_050, 17_325, 38_025], [0, 1.5, 3.5, 4.5, 5.75]),
  ),
  general(
    ["SA", "2023-06-15", "office"],
    per100(
      [0, 12_000, 30_000, 50_000, 100_000, 200_000, 250_000, 300_000, 500_000],
      [0, 120, 480, 1_080, 2_830, 6_830, 8_955, 11_330, 21_330],
      [1, 2, 3, 3.5, 4, 4.25, 4.75, 5, 5.5],
    ),
  ),
  general(
    ["WA", "2014-07-03", "elsewhere"],
    per100(
      [0, 120_000, 150_000, 360_000, 725_000],
      [0, 2_280, 3_135, 11_115, 28_453],
      [1.9, 2.85, 3.8, 4.75, 5.15],
    ),
  ),
  general(
    ["TAS", "2013-10-21", "office"],
    per100(
      [0, 3_000, 25_000, 75_000, 200_000, 375_000, 725_000],
      [50, 50, 435, 1_560, 5_935, 12_935, 27_810],
      [0, 1.75, 2.25, 3.5, 4, 4.25, 4.5],
    ),
  ),
  general(
    ["ACT", "2021-07-01", "elsewhere"],
    act(
      [0, 200_000, 300_000, 500_000, 750_000, 1_000_000],
      [0, 2_400, 4_600, 11_400, 22_200, 36_950],
      [1.2, 2.2, 3.4, 4.32, 5.9, 6.4],
    ),
  ),
  general(["NT", "2019-05-07", "elsewhere"], {
    // The last two brackets include their lower bound, so it is one cent less.
    brackets: [
      [0, "whole", 1.5, 0.06571441],
      [525_000, "whole", 4.95],
      [2_999_999.99, "whole", 5.75],
      [4_999_999.99, "whole", 5.95],
    ],
  }),
];

const reliefOf =
  (buyer: ReliefRule["buyer"]) =>
  (
    [state, from, readAt]: At,
    relief: Relief,
    more: Pick<ReliefRule, "until" | "properties"> = {},
  ): ReliefRule => ({ state, from, readAt, buyer, relief, ...more });
const owner = reliefOf("owner_occupier");
const firstHome = reliefOf("first_home");

const HOMES: readonly PropertyType[] = ["existing", "new", "house_land_package"];
const NEW_HOMES: readonly PropertyType[] = ["new", "house_land_package"];

const actOwner = (from: string, rate: number, base: readonly number[]): ReliefRule =>
  owner(["ACT", from, "elsewhere"], {
    scale: act(
      [0, 260_000, 300_000, 500_000, 750_000, 1_000_000],
      [0, ...base],
      [rate, 2.2, 3.4, 4.32, 5.9, 6.4],
    ),
  });

/** No duty up to `free`, then a rate on the excess up to `upTo`. Where regions differ: Perth and Peel. */
const waFirstHome = (
  [from, readAt]: readonly [string, ReadAt],
  properties: readonly PropertyType[],
  [free, rate, upTo]: readonly [number, number, number],
): ReliefRule =>
  firstHome(["WA", from, readAt], { upTo, scale: per100([0, free], [0, 0], [0, rate]) }, { properties });

const nswFirstHome = (from: string, at: ReadAt, freeTo: number, fullFrom: number): ReliefRule =>
  firstHome(["NSW", from, at], { freeTo, fullFrom, taper: "amount" }, { properties: HOMES });

/** The newest relief in force applies to its buyers and properties. */
export const RELIEFS: readonly ReliefRule[] = [
  owner(["VIC", "2008-05-06", "office"], {
    upTo: 550_000,
    scale: { brackets: [...VIC_TO_960.slice(0, 2), [130_000, 2_870, 5], [440_000, 18_370, 6]] },
  }),
  owner(
    ["QLD", "2012-07-01", "office"],
    { scale: per100([0, 350_000, 540_000, 1_000_000], [0, 3_500, 10_150, 30_850], [1, 3.5, 4.5, 5.75]) },
    { properties: HOMES },
  ),
  owner(
    ["WA", "2014-07-03", "elsewhere"],
    { upTo: 200_000, scale: per100([0, 120_000], [0, 1_800], [1.5, 4.04]) },
    { properties: HOMES },
  ),
  actOwner("2025-07-01", 0.28, [728, 1_608, 8_408, 19_208, 33_958]),
  actOwner("2024-07-01", 0.4, [1_040, 1_920, 8_720, 19_520, 34_270]),
  actOwner("2023-07-01", 0.49, [1_274, 2_154, 8_954, 19_754, 34_504]),
  owner(
    ["NT", "2022-07-01", "office"],
    { share: 0 },
    { until: "2027-06-30", properties: ["house_land_package"] },
  ),
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
      // 1,735 less for each 10,000 dollars from 710,000 on.
      minus: Array.from({ length: 10 }, (_, i) => [710_000 + 10_000 * i, 1_735 * (10 - i)]),
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
