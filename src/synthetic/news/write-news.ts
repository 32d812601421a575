import { sectorOfIndustry } from "../../dataset/industry-groups.ts";
import { type Company, generateCompanies } from "../economy/companies.ts";
import { industryRecordRows } from "../industry/industry-records.ts";
import { INDUSTRY_SOURCE_ROWS } from "../industry/industry-sources.ts";
import type { MarketPlan, WriteTable } from "../market/write-market.ts";
import { articleRows, type Newsmaker } from "./articles.ts";
import { takeRows } from "./takes.ts";

/** News, takes and cited facts about the companies of the share market. */
export async function writeNews(write: WriteTable, { seed, scale, wholeMarket }: MarketPlan): Promise<void> {
  const companies = generateCompanies(seed, scale, wholeMarket);
  const newsmakers = companies.map(newsmakerOf);
  await write("news_articles", newsmakers, (company, i) => articleRows(seed, company, i));
  await write("editorial_takes", takeRows(seed, newsmakers), (row) => [row]);
  await write("industry_sources", INDUSTRY_SOURCE_ROWS, (row) => [row]);
  await write("industry_records", companies, (company, i) => industryRecordRows(seed, company, i));
}

function newsmakerOf({ code, row, industry }: Company): Newsmaker {
  return { code, name: String(row.company_name ?? code), sector: sectorOfIndustry(industry) ?? "" };
}
