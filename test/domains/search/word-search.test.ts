import { describe, expect, it, onTestFinished } from "vitest";
import { NEWS_AGGREGATES } from "../../../src/domains/news/aggregates/index.ts";
import { SEARCHABLES as NEWS_SEARCHABLES } from "../../../src/domains/news/index.ts";
import { searchEntries } from "../../../src/domains/search/aggregates/search-entries.ts";
import { WORD_INDEX_PAGES } from "../../../src/domains/search/pages/index.ts";
import { wordMethods } from "../../../src/domains/search/word-service.ts";
import { ExplorerService } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { ALL_ON, engineOver, type Json, methodCalls, type Tables } from "../../support/data/method-calls.ts";
import { articleRow } from "../../support/data/news-rows.ts";

const { search } = ExplorerService.method;
let switches = ALL_ON;

const engine = followCountry("country");
const calls = methodCalls(engine, (engine) => wordMethods(engine, { switches: () => switches }));

describe("Search", () => {
  it("finds an entry of every kind by its title, and marks the title", async () => {
    const { knownKinds } = await calls.call(search, { query: "a" });
    expect(knownKinds).toEqual(["suburb", "stock", "series", "member", "take", "article"]);
    for (const kind of knownKinds) {
      const { hits } = await calls.call(search, { query: "a", kinds: [kind], limit: 1 });
      const [{ id, title }] = hits;
      const again = await calls.call(search, { query: title, kinds: [kind] });
      const found = again.hits.find((hit: Json) => hit.id === id);
      expect(found, `${kind} ${title}`).toMatchObject({ title });
      expect(found.highlights.length).toBeGreaterThan(0);
    }
  });

  it("pages through all that it counts, each once", async () => {
    const whole = await calls.call(search, { query: "par", limit: 100 });
    const seen: string[] = [];
    for (let offset = 0; offset < whole.totalCount && offset < 100; offset += 7) {
      const { hits, totalCount } = await calls.call(search, { query: "par", limit: 7, offset });
      expect(totalCount).toBe(whole.totalCount);
      seen.push(...hits.map((hit: Json) => `${hit.kind} ${hit.id}`));
    }
    expect(seen.slice(0, 100)).toEqual(whole.hits.map((hit: Json) => `${hit.kind} ${hit.id}`));
  });

  it("finds nothing of a kind that it knows and the snapshot lacks, also in one without any entry", async () => {
    const lacking = async (tables: Tables) => {
      const aggregates = [...NEWS_AGGREGATES, searchEntries(NEWS_SEARCHABLES)];
      const found = methodCalls(await engineOver(tables, aggregates, [WORD_INDEX_PAGES]), wordMethods);
      onTestFinished(found.close);
      return found;
    };
    const empty = await lacking({});
    expect(await empty.call(search, { query: "a", kinds: ["suburb"] })).toEqual({});
    const some = await lacking({ news_articles: [articleRow(1)] });
    expect(await some.call(search, { query: "headline", kinds: ["suburb"] })).toEqual({
      knownKinds: ["article"],
    });
    expect((await some.call(search, { query: "headline", kinds: ["suburb", "article"] })).totalCount).toBe(1);
    expect(await some.refusal(search, { query: "a", kinds: ["suburbs"] })).toContain('did you mean "suburb"');
  });

  it("does not know members while the register is switched off", async () => {
    const { hits } = await calls.call(search, { query: "a", kinds: ["member"], limit: 1 });
    switches = { ...ALL_ON, interestRegister: false };
    try {
      const answer = await calls.call(search, { query: hits[0].title });
      expect(answer.knownKinds).not.toContain("member");
      expect((answer.hits ?? []).some((hit: Json) => hit.kind === "member")).toBe(false);
      expect(await calls.call(search, { query: "a", kinds: ["member"] })).toEqual({
        knownKinds: answer.knownKinds,
      });
    } finally {
      switches = ALL_ON;
    }
  });
});
