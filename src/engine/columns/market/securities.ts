import { sectorOfIndustry } from "../../../dataset/industry-groups.ts";
import { remembered } from "../../../runtime/lazy.ts";
import type { PageStore } from "../../pages/page-store.ts";
import { ColumnFrame } from "../column-frame.ts";

/** Facts about a code other than its positions and prices. */
export interface Security {
  readonly code: string;
  /** False for a code that no company list names. */
  readonly isCompany: boolean;
  readonly companyName: string;
  readonly industry: string;
  readonly sector: string;
  readonly tags: readonly string[];
  readonly logoUrl: string;
  readonly summary: string;
}

export interface IndustryLabel {
  readonly industry: string;
  readonly source: "" | "observed" | "seed" | "current";
  /** Day number; undefined for today's label. */
  readonly since: number | undefined;
}

interface HistoryEntry extends IndustryLabel {
  readonly since: number;
}

export class Securities {
  readonly all: readonly Security[];
  readonly codes: readonly string[];
  readonly frame: ColumnFrame;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #history = new Map<number, HistoryEntry[]>();

  constructor(pages: PageStore) {
    this.frame = new ColumnFrame(pages, "market_securities");
    this.codes = this.frame.texts("code");
    this.#numbers = new Map(this.codes.map((code, number) => [code, number]));
    const text = (name: string) => this.frame.texts(name);
    const isCompany = this.frame.numbers("is_company");
    this.all = this.codes.map((code, i) => {
      const industry = text("industry")[i];
      return {
        code,
        isCompany: isCompany.at(i) === 1,
        companyName: text("company_name")[i],
        industry,
        sector: text("sector")[i] || (sectorOfIndustry(industry) ?? ""),
        tags: text("tags")[i] === "" ? [] : (JSON.parse(text("tags")[i]) as string[]),
        logoUrl: text("logo_url")[i],
        summary: text("summary")[i],
      };
    });
    this.#readHistory();
  }

  #readHistory(): void {
    const code = this.frame.numbers("history_code");
    const day = this.frame.numbers("history_day");
    const [industry, source] = [this.frame.texts("history_industry"), this.frame.texts("history_source")];
    for (let i = 0; i < code.length; i++) {
      const entries = remembered(this.#history, code.at(i), () => []);
      entries.push({ industry: industry[i], source: source[i] as "observed" | "seed", since: day.at(i) });
    }
  }

  numberOf(code: string): number | undefined {
    return this.#numbers.get(code);
  }

  /** The newest label recorded on or before a day, else today's. */
  industryOn(code: number, day: number): IndustryLabel {
    const recorded = this.#history.get(code)?.findLast(({ since }) => since <= day);
    if (recorded !== undefined) return recorded;
    const { industry } = this.all[code];
    return { industry, source: industry === "" ? "" : "current", since: undefined };
  }
}
