import { create } from "@bufbuild/protobuf";
import { EditorialTakeSchema, GetEditorialTakeResponseSchema } from "../../../gen/shorts/v1alpha1/news_pb.ts";
import { encodeElement, pageSet } from "../../../snapshot/pages/page-set.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";

const TAKES = "SELECT * FROM serve.editorial_takes ORDER BY published_at DESC, slug";

/** What is kept in a take and never shown: how it was made and announced. */
const without = ["model", "tweet_published_at"];

/** Every take by its slug: the whole answer, then the take alone for lists. */
export const TAKE_PAGES = pageSet({
  name: "editorial_takes",
  queries: { takes: TAKES },
  documents: async function* (results) {
    for await (const rows of results.stretches<Row>("takes")) {
      const message = rowMessages(EditorialTakeSchema, Object.keys(rows[0]), { without });
      for (const row of rows) {
        const take = message(row);
        const answer = create(GetEditorialTakeResponseSchema, { take });
        yield {
          key: row.slug as string,
          elements: [
            encodeElement(GetEditorialTakeResponseSchema, answer),
            encodeElement(EditorialTakeSchema, take),
          ],
        };
      }
    }
  },
});

/** The slugs of all takes, and of each stock's, in the order of answers: a JSON list. */
export const TAKE_LIST_PAGES = pageSet({
  name: "take_lists",
  queries: { takes: TAKES },
  documents: async function* (results) {
    const lists = new Map<string, string[]>([["", []]]);
    for await (const rows of results.stretches<{ slug: string; stock_code: string | null }>("takes")) {
      for (const { slug, stock_code } of rows) {
        lists.get("")!.push(slug);
        if (stock_code === null) continue;
        const own = lists.get(stock_code) ?? [];
        lists.set(stock_code, own);
        own.push(slug);
      }
    }
    for (const [key, slugs] of lists) {
      yield { key, elements: [{ binary: Buffer.from(JSON.stringify(slugs)) }] };
    }
  },
});
