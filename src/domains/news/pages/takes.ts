import { EditorialTakeSchema, GetEditorialTakeResponseSchema } from "../../../gen/shorts/v1alpha1/news_pb.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { jsonPage, pageSet } from "../../../snapshot/pages/page-set.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";

const TAKES = "SELECT * FROM serve.editorial_takes ORDER BY published_at DESC, slug";

/** What is kept in a take and never shown: how it was made and announced. */
const without = ["model", "tweet_published_at"];
const take = rowEncoder(EditorialTakeSchema, { without });
const answer = rowEncoder(EditorialTakeSchema, {
  without,
  field: GetEditorialTakeResponseSchema.field.take.number,
});

/** Every take by its slug: the whole answer, then the take alone for lists. */
export const TAKE_PAGES = pageSet({
  name: "editorial_takes",
  queries: { takes: TAKES },
  documents: async function* (results) {
    for await (const rows of results.stretches<Row>("takes")) {
      for (const row of rows) {
        yield { key: row.slug as string, elements: [{ binary: answer(row) }, { binary: take(row) }] };
      }
    }
  },
});

/** The slugs of all takes, and of each stock's, in the order of answers: a JSON list. */
export const TAKE_LIST_PAGES = pageSet({
  name: "take_lists",
  queries: { takes: TAKES },
  documents: async function* (results) {
    const takes = await results.rows<{ slug: string; stock_code: string | null }>("takes");
    const ofStocks = takes.filter(({ stock_code }) => stock_code !== null);
    const lists = [["", takes] as const, ...Map.groupBy(ofStocks, ({ stock_code }) => stock_code!)];
    for (const [key, own] of lists)
      yield jsonPage(
        key,
        own.map(({ slug }) => slug),
      );
  },
});
