import type { Row } from "../../dataset/csv-writer.ts";
import type { Random } from "../../runtime/random.ts";
import type { Company } from "../economy/companies.ts";

/** Those who pay; each name is drawn in one of the spellings that returns have. */
export interface Payers {
  name(random: Random): string;
}

/** Share of payments that come from listed companies, under their own names or curated ones. */
const LISTED_SHARE = 0.06;

/** Numbered payers, of whom a few pay often, and the companies of the market. */
export function syntheticPayers(count: number, companies: readonly Company[]): Payers {
  const named = companies.filter(({ row }) => row.company_name !== null);
  return {
    name(random) {
      if (random.chance(LISTED_SHARE)) {
        const place = Math.floor(named.length * random.unit() ** 2);
        return place % 9 === 0 ? aliasOf(place) : spelling(random, String(named[place].row.company_name));
      }
      return spelling(random, `Synthetic Payer ${1 + Math.floor(count * random.unit() ** 2)} Pty Ltd`);
    },
  };
}

const aliasOf = (place: number) => `Synthetic Trading Name ${place}`;

function spelling(random: Random, name: string): string {
  const shape = random.unit();
  if (shape < 0.8) return name;
  if (shape < 0.9) return name.toUpperCase();
  return name.replace(" Pty Ltd", " Pty. Limited");
}

/** Curated names: trading names of companies, and company names that stand for somebody else. */
export function* aliasRows(companies: readonly Company[]): Generator<Row> {
  const named = companies.filter(({ row }) => row.company_name !== null);
  for (let place = 0; place < named.length; place += 9) {
    yield { name_norm: aliasOf(place).toUpperCase(), stock_code: named[place].code, ignore: false };
  }
  const ignored = String(named[1].row.company_name).toUpperCase();
  yield { name_norm: ignored.replace(/ (GROUP|HOLDINGS|LIMITED)$/, ""), stock_code: null, ignore: true };
}
