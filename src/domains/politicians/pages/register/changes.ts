import { RegisterChangeEventSchema } from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { DAY_MS } from "../../../../runtime/time/calendar-date.ts";
import { rowEncoder } from "../../../../snapshot/pages/encode-message.ts";
import type { PageElement } from "../../../../snapshot/pages/page-format.ts";
import { columnElements, jsonElement, pageSet } from "../../../../snapshot/pages/page-set.ts";
import type { Row } from "../../../../snapshot/pages/row-message.ts";
import { itemLabel } from "../../items.ts";
import { CHANGE_BLOCK, CHANGE_COLUMNS_KEY } from "../../page-keys.ts";

/** Newest first; `member` is the place in order of name. */
const CHANGES = `
SELECT
  change.kind, interest.item_no, interest.holder, interest.declared_text, interest.stock_code, interest.company_name,
  epoch_ms(change.changed_on::TIMESTAMP) AS changed_on, interest.source_url, interest.entity_kind, people.name_place - 1 AS member
FROM derived.register_change AS change
JOIN derived.declared_interest AS interest USING (id)
JOIN serve.register_people AS people ON people.politician_id = change.politician_id
ORDER BY change.changed_on DESC, people.slug, interest.item_no, change.kind, interest.id`;

const encode = rowEncoder(RegisterChangeEventSchema, { without: ["politician"], keyColumns: ["member"] });

/** Every dated change without its member, so many a page, and the columns that requests filter by. */
export const REGISTER_CHANGE_PAGES = pageSet({
  name: "register_changes",
  queries: { changes: CHANGES },
  documents: async function* (results) {
    const columns = Array.from({ length: 5 }, () => [] as number[]);
    const stocks = new Map<string, number>();
    let block: PageElement[] = [];
    let blocks = 0;
    for await (const rows of results.stretches<Row>("changes")) {
      for (const row of rows) {
        const { changed_on, kind, item_no, member, stock_code } = row as unknown as Change;
        block.push({ binary: encode({ ...row, item_label: itemLabel(item_no) }) });
        const stock = stock_code ? placeOf(stocks, stock_code) : -1;
        const facts = [changed_on / DAY_MS, kind, item_no, member, stock];
        for (const [c, value] of facts.entries()) columns[c].push(value);
        if (block.length === CHANGE_BLOCK) {
          yield { key: String(blocks++), elements: block };
          block = [];
        }
      }
    }
    if (block.length > 0) yield { key: String(blocks), elements: block };
    const numbers = columns.map((column) => Int32Array.from(column));
    const elements = [...columnElements(numbers), jsonElement([...stocks.keys()])];
    yield { key: CHANGE_COLUMNS_KEY, elements };
  },
});

type Change = Record<"changed_on" | "kind" | "item_no" | "member", number> & { stock_code: string | null };

function placeOf(places: Map<string, number>, name: string): number {
  const place = places.get(name) ?? places.size;
  places.set(name, place);
  return place;
}
