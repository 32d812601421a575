import { STATES, type StateCode } from "../../dataset/states.ts";
import {
  type CombineContext,
  FILE_ROW,
  type Fragment,
  fileOf,
  type ImportRow,
  type StoredPart,
} from "../importer.ts";
import type { NamedSuburb, SuburbNames } from "../places/suburb-names.ts";
import { RejectTally } from "../run/reject-tally.ts";
import type { Frequency } from "../series/period.ts";
import type { SourceFacts } from "../source-licence.ts";

/** A figure of a suburb under its publisher's name, or of the state (null name). */
export interface SuburbFigure {
  readonly name: string | null;
  readonly measure: "median_price" | "transfer_count" | "median_rent";
  readonly dwellingType: "all" | "house" | "unit" | "attached" | "land";
  readonly lastDay: string;
  readonly frequency: Frequency;
  readonly value: number;
  readonly isPreliminary?: true;
  /** Row of the file; the first one if several rows make up the figure. */
  readonly row: number;
  /** Councils that distinguish suburbs of the same name, likeliest first. */
  readonly hints?: readonly string[];
}

export interface FigurePart {
  readonly figures: readonly SuburbFigure[];
  /** Publisher's title of the price column, if there is a single one. */
  readonly column?: string;
}

/** Medians of fewer sales are preliminary: one more sale may move them by a tenth. */
const MIN_FINAL = 10;

/**
 * Price rows and regions of one source. Each name without exactly one matching suburb is rejected once. A part
 * without a digest has figures computed from several files, which have no file as provenance.
 */
export function combineFigures(
  parts: readonly StoredPart<FigurePart>[],
  source: SourceFacts,
  state: StateCode,
  context: CombineContext,
) {
  const hasSuburbs = context.suburbs.suburbs.length > 0;
  const tally = new RejectTally();
  const reported = new Set<string>();
  const fragments: Fragment[] = [];
  for (const stored of parts) {
    const { part, vintage, path } = stored;
    const rows: ImportRow[] = [];
    const regionRows = new Map<string, ImportRow>();
    const nameOf = new Map<string, string | null>();
    const thin = new Set(
      part.figures
        .filter(({ measure, value }) => measure === "transfer_count" && value < MIN_FINAL)
        .map(figureOf),
    );
    for (const figure of part.figures) {
      if (!hasSuburbs && figure.name !== null) continue;
      const region = placeOf(figure, state, context.suburbs, (rule, reason) => {
        if (reported.has(`${figure.name}`)) return;
        reported.add(`${figure.name}`);
        tally.reject(rule, figure.row, `${path}: ${reason}`);
      });
      if (region === undefined) continue;
      const code = region.region_code as string;
      const first = nameOf.get(code) ?? figure.name;
      nameOf.set(code, first);
      if (first !== figure.name) {
        tally.reject(
          "two names for one suburb",
          figure.row,
          `${path}: "${figure.name}" is "${first}"; the first one is used`,
        );
        continue;
      }
      regionRows.set(code, region);
      rows.push(priceRow(figure, code, source, thin.has(figureOf(figure))));
    }
    const file = fileOf(stored, { value: part.column ?? "published median of the period" });
    const shared = { sourceId: source.id, vintage, ...(stored.sha256 === "" ? {} : { file }) };
    fragments.push({ table: "house_price_regions", ...shared, rows: [...regionRows.values()] });
    fragments.push({ table: "house_prices", ...shared, rows });
  }
  const left = parts.flatMap(({ part }) => part.figures).filter(({ name }) => name !== null).length;
  const notes =
    hasSuburbs || left === 0
      ? []
      : [
          `none of ${left.toLocaleString("en-AU")} figures of suburbs was used: no suburbs are known; import the suburb list (ASGS SAL) together with the prices`,
        ];
  return { fragments, rejects: tally.rules(), notes };
}

function placeOf(
  { name, hints }: SuburbFigure,
  state: StateCode,
  suburbs: SuburbNames,
  reject: (rule: string, reason: string) => void,
): ImportRow | undefined {
  if (name === null) {
    const region_name = STATES.find(({ code }) => code === state)!.name;
    return { region_code: state, region_type: "state", region_name, state_code: state };
  }
  const found = suburbs.find(state, name, hints);
  if (found.length === 1) return suburbRegionRow(suburbs, found[0]);
  if (found.length === 0) reject("unknown suburb", `"${name}" is not a suburb of ${state}`);
  else reject("ambiguous suburb", `"${name}" may be ${found.map((one) => one.name).join(" or ")}`);
  return undefined;
}

export function suburbRegionRow(suburbs: SuburbNames, suburb: NamedSuburb) {
  const { name: region_name, stateCode: state_code, salCode: sal_code } = suburb;
  const region_code = suburbs.regionCode(suburb);
  return { region_code, region_type: "suburb", region_name, state_code, sal_code };
}

/** Key shared by a median and its number of sales. */
function figureOf({ name, dwellingType, lastDay, frequency }: SuburbFigure): string {
  return [name, dwellingType, lastDay, frequency].join("\u0000");
}

function priceRow(figure: SuburbFigure, regionCode: string, source: SourceFacts, isThin: boolean): ImportRow {
  return {
    region_code: regionCode,
    measure: figure.measure,
    dwelling_type: figure.dwellingType,
    period: figure.lastDay,
    period_freq: figure.frequency,
    value: figure.value,
    unit: figure.measure === "transfer_count" ? "count" : "AUD",
    is_preliminary: figure.isPreliminary ?? (isThin && figure.measure === "median_price"),
    source: source.id,
    source_licence: source.licence,
    [FILE_ROW]: figure.row,
  };
}
