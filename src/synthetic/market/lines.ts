import { Random } from "../../runtime/random.ts";
import type { Company } from "../economy/companies.ts";
import { inventWord } from "../places/names.ts";

/** A security that is reported: a company's shares, or a fund, a note, a right. */
export interface Line {
  readonly code: string;
  readonly productName: string;
  /** Shares on issue when it was first reported. */
  readonly issued: number;
  /** First price. */
  readonly price: number;
  /** Mean of the reported percentages. */
  readonly level: number;
  readonly story: Story;
}

/** What happens to a security over its life, as shares of the days that are reported. */
export interface Story {
  /** It is reported from here on, and until there. */
  readonly from: number;
  readonly until: number;
  readonly isReported: boolean;
  readonly isPriced: boolean;
  /** Prices end before the reports do. */
  readonly pricesUntil: number;
  /** Nothing is traded on the last days. */
  readonly isSuspended: boolean;
  /** One share becomes so many in the middle of its life. */
  readonly split: number;
  /** The product is in deferred settlement on the newest days. */
  readonly isDeferred: boolean;
}

const WHOLE_LIFE: Story = {
  from: 0,
  until: 1,
  isReported: true,
  isPriced: true,
  pricesUntil: 1,
  isSuspended: false,
  split: 1,
  isDeferred: false,
};

/** Every security of the market: the companies' shares first, then what is not an ordinary share. */
export function marketLines(seed: number, companies: readonly Company[]): Line[] {
  const random = new Random(seed, "lines");
  const shares = companies.flatMap((company, position) => companyLines(random, company, position));
  return [...shares, ...otherLines(random, companies.length)];
}

/** A company's shares, under an older code first when it changed its name. */
function companyLines(random: Random, company: Company, position: number): Line[] {
  const price = 0.4 + random.wait(6);
  const story: Story = {
    ...WHOLE_LIFE,
    from: random.chance(0.7) ? 0 : random.between(0, 0.5),
    until: position % 31 === 6 ? 0.9 : 1,
    isReported: position % 5 !== 3,
    isPriced: position % 6 !== 5,
    pricesUntil: position % 43 === 17 ? 0.8 : 1,
    isSuspended: position % 47 === 12,
    split: position % 29 === 7 ? random.pick([0.1, 2, 5, 10]) : 1,
    isDeferred: position % 37 === 11,
  };
  const line: Line = {
    code: company.code,
    productName: company.shortName,
    issued: Math.max(6_000_000, Math.round(company.capitalisation / price)),
    price,
    // A few are the ones everybody watches.
    level: position % 20 === 4 ? 9 + random.wait(4) : random.wait(1.6),
    story,
  };
  if (position % 53 !== 20) return [line];
  const renamed = { ...line, story: { ...story, from: 0.6 } };
  const before = `${inventWord(random).toUpperCase()} LIMITED ORDINARY`;
  return [
    renamed,
    { ...line, code: `Y${company.code.slice(1)}`, productName: before, story: { ...story, until: 0.6 } },
  ];
}

/** One line in ten: funds, notes with a coupon, long codes, one in deferred settlement, one with few shares. */
function otherLines(random: Random, companies: number): Line[] {
  const lines: Line[] = [];
  const add = (code: string, name: string, issued: number, level: number, story: Partial<Story> = {}) =>
    lines.push({
      code,
      productName: name,
      issued,
      price: 5 + random.wait(20),
      level,
      story: { ...WHOLE_LIFE, ...story },
    });
  const share = (part: number) => Math.max(2, Math.round(companies * part));
  const issued = () => 8_000_000 + Math.round(random.wait(60_000_000));
  const word = () => inventWord(random).toUpperCase();
  for (let i = 0; i < share(0.05); i++)
    add(`X${base(i)}`, `${word()} INDEX ETF UNITS`, issued(), random.wait(0.8));
  for (let i = 0; i < share(0.02); i++)
    add(
      `W${base(i)}`,
      `${word()} ${random.int(3, 8)}.${random.int(1, 9)}% NOTES`,
      issued(),
      random.wait(0.3),
    );
  for (let i = 0; i < share(0.02); i++)
    add(`ZV${base(i)}P`, `${word()} PREFERENCE`, issued(), random.wait(0.3), { isPriced: i % 2 === 0 });
  add("YDF1", `${word()} GROUP DEFERRED`, issued(), 1.2);
  // So few are on issue that more than all of them can be short.
  add("YSM1", `${word()} LIMITED ORDINARY`, 40_000, 104, { isPriced: false });
  return lines;
}

function base(position: number): string {
  return `${"ABCDEFGHJKLMNPQRSTUVWXYZ"[position % 24]}${Math.floor(position / 24)}`;
}
