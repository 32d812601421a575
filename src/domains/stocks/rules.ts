import { PERIOD_TYPES } from "../../dataset/tables/fundamentals.ts";
import { STOCK_CODE_PATTERN } from "../../dataset/tables/market.ts";
import { clamped, quoted, reading, upperText } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";

const CODE = new RegExp(`^${STOCK_CODE_PATTERN}$`);

/** The code of a security in upper case. Errors name the field as the request has it. */
export function requireCode(text: string, field: string): string {
  const code = upperText(text, field);
  if (CODE.test(code)) return code;
  throw invalidArgument(`${field}: ${quoted(text)} is not three to six letters or digits, such as "CBA"`);
}

/** A rule of a list of codes, of which between so many differ. */
export const severalCodes =
  (least: number, most: number) =>
  (texts: readonly string[]): readonly string[] => {
    if (texts.length === 0) throw invalidArgument('stock_codes is required, for example ["CBA"]');
    const codes = [...new Set(texts.map((text) => requireCode(text, "stock_codes")))];
    if (codes.length < least) {
      throw invalidArgument(`stock_codes: ${codes.length} code is too few; at least ${least} that differ`);
    }
    if (codes.length > most) {
      throw invalidArgument(`stock_codes: ${codes.length} codes are too many; at most ${most}`);
    }
    return codes;
  };

/** A rule of a limit that is refused outside its range; 0 is the default. */
const within = (fallback: number, most: number) => (value: number, field: string) => {
  if (value < 0 || value > most) {
    throw invalidArgument(`${field}: ${value} is not within 0 to ${most}; 0 is ${fallback}`);
  }
  return value === 0 ? fallback : value;
};

/** The place of a type in the list of types; undefined for all. */
function periodType(given: string): number | undefined {
  const text = given.trim().toLowerCase();
  const type = (PERIOD_TYPES as readonly string[]).indexOf(text);
  if (text === "" || type >= 0) return text === "" ? undefined : type;
  throw invalidArgument(`period_type: ${quoted(given)} is not one of ${PERIOD_TYPES.join(", ")}`);
}

export const fundamentalsQuery = reading({ stockCode: requireCode, periodType, limit: within(12, 40) });
export const highlightsQuery = reading({
  stockCodes: severalCodes(1, 50),
  maxReportsPerStock: (most: number) => (most <= 0 ? 2 : most),
});
export const directorTradesQuery = reading({ stockCode: requireCode, limit: within(20, 200) });
export const dividendsQuery = reading({ stockCode: requireCode, years: within(5, 20) });
export const stockQuery = reading({ productCode: requireCode });
export const priceQuery = reading({ stockCode: requireCode });
export const pricesOfQuery = reading({ stockCodes: severalCodes(1, 200) });
export const peersQuery = reading({ stockCode: requireCode, limit: within(5, 20) });

/** Any text is a code of these three: an unknown one has an empty answer. */
export const graphQuery = reading({ stockCode: upperText, limit: clamped(12, 100) });
export const signalsQuery = reading({ stockCode: upperText, limit: clamped(10, 100) });
export const timelineQuery = reading({
  stockCode: upperText,
  daysBack: clamped(365, 365),
  limit: clamped(50, 200),
});

/** One to ten letters or digits: the screener may hold longer codes than other methods take. */
export const verdictQuery = reading({
  productCode: (text: string, field) => {
    const code = upperText(text, field);
    if (/^[A-Z0-9]{1,10}$/.test(code)) return code;
    throw invalidArgument(`${field}: ${quoted(text)} is not one to ten letters or digits`);
  },
});
