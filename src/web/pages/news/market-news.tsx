import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Shown, useRequest } from "../../data/ask.tsx";
import { news } from "../../data/services.ts";
import { terrace } from "../../data/terrace.ts";
import { Articles } from "../../parts/articles.tsx";
import { Choice, named, Press, set, Tick, WordsField } from "../../parts/controls.tsx";
import { formatCount } from "../../parts/format.ts";
import { announce } from "../../parts/live-region.tsx";
import { MarkedTitle } from "../../parts/search/words-found.tsx";
import { stayAt, urlWith } from "../../view/navigate.ts";
import { address } from "../../view/view-state.ts";

/** Maximum articles in one answer of the server. */
const MOST = 200;
const STEP = 50;
/** Debounce of typing, in ms: one call a pause, not one a letter. */
const PAUSE_MS = 200;

/** The newest articles about all stocks. The filter is in the address, so that a link shows the same. */
export function MarketNews() {
  const filter = newsFilter(address.value.query);
  return (
    <>
      <Filters filter={filter} />
      {filter.words.trim() === "" ? (
        <Newest key={JSON.stringify(filter)} filter={filter} />
      ) : (
        <Found filter={filter} />
      )}
    </>
  );
}

/** Outlets seen so far, so that the list of choices does not shrink to the chosen one. */
const knownSources = signal<readonly string[]>([]);

function Filters({ filter }: { filter: NewsFilter }) {
  const words = useSignal(filter.words);
  useEffect(() => {
    words.value = filter.words;
  }, [filter.words]);
  useEffect(() => {
    if (words.value === filter.words) return;
    const timer = setTimeout(() => showFilter({ ...filter, words: words.peek() }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words.value]);
  const sources = [...new Set([...knownSources.value, filter.source])]
    .filter((source) => source !== "")
    .sort();
  const isSearch = filter.words.trim() !== "";
  return (
    <div class="controls">
      <WordsField label="Search articles" prompt="Keywords or company…" text={words} />
      <Choice
        label="Outlet"
        disabled={isSearch}
        value={filter.source}
        options={[["", "all outlets"], ...named(sources)]}
        onPick={(source) => showFilter({ ...filter, source })}
      />
      <Choice
        label="Sentiment"
        disabled={isSearch}
        value={filter.sentiment}
        options={[["", "any sentiment"], ...named(["positive", "neutral", "negative"])]}
        onPick={(sentiment) => showFilter({ ...filter, sentiment })}
      />
      <Tick
        isOn={filter.isSensitive}
        disabled={isSearch}
        onTick={(isSensitive) => showFilter({ ...filter, isSensitive })}
      >
        price sensitive only
      </Tick>
    </div>
  );
}

function Newest({ filter }: { filter: NewsFilter }) {
  const limit = useSignal(STEP);
  const asked = useRequest(
    async (signal) => {
      const { source, sentiment, isSensitive } = filter;
      const answer = await news.getMarketNews(
        { limit: limit.value, source, sentiment, priceSensitiveOnly: isSensitive },
        { signal },
      );
      const outlets = answer.articles.flatMap((one) => [one.source, ...one.syndicatedSources]);
      knownSources.value = [...new Set([...knownSources.peek(), ...outlets])];
      announce(`${formatCount(answer.totalCount)} stories`);
      return answer;
    },
    [limit.value],
  );
  return (
    <Shown asked={asked} what="the news">
      {({ articles, totalCount }) => (
        <>
          <p class="chart-note">
            {formatCount(articles.length)} of {formatCount(totalCount)} stories, newest first. Articles on the
            same story about a company within 12 hours are grouped. Sentiment and price-sensitive flags are
            the publisher's.
          </p>
          <Articles articles={articles} none="No articles match these filters." />
          {articles.length < totalCount &&
            (limit.value < MOST ? (
              <Press onClick={() => set(limit, MOST)}>Show up to {MOST}</Press>
            ) : (
              <p class="chart-note">For older articles, search or open the company page.</p>
            ))}
        </>
      )}
    </Shown>
  );
}

function Found({ filter }: { filter: NewsFilter }) {
  const asked = useRequest(
    async (signal) => {
      const answer = await terrace.explorer.searchNews({ query: filter.words, limit: STEP }, { signal });
      announce(`${formatCount(answer.totalCount)} articles found`);
      return answer;
    },
    [filter.words],
  );
  return (
    <Shown asked={asked} what="articles">
      {({ hits, totalCount }) => {
        const found = hits.flatMap(({ article, highlights }) =>
          article === undefined ? [] : [{ article, highlights }],
        );
        const parts = new Map(found.map(({ article, highlights }) => [article.id, highlights]));
        return (
          <>
            <p class="chart-note">
              {formatCount(found.length)} of {formatCount(totalCount)} articles found, best match first.
            </p>
            <Articles
              articles={found.map(({ article }) => article)}
              none="No articles match."
              headlineOf={({ id, headline }) => (
                <MarkedTitle title={headline} highlights={parts.get(id) ?? []} />
              )}
            />
          </>
        );
      }}
    </Shown>
  );
}

type NewsFilter = ReturnType<typeof newsFilter>;

/** Reads the filter from a query; "" does not filter. */
function newsFilter(query: string) {
  const given = new URLSearchParams(query);
  const text = (name: string) => given.get(name) ?? "";
  return {
    words: text("q"),
    source: text("source"),
    sentiment: text("sentiment"),
    isSensitive: given.get("sensitive") === "1",
  };
}

/** Puts a filter into the address: Back undoes it. Focus and scroll position are kept. */
function showFilter({ words, source, sentiment, isSensitive }: NewsFilter): void {
  const parts = { q: words, source, sentiment, sensitive: isSensitive ? "1" : "" };
  stayAt(urlWith(address.peek().path, parts));
}
