import { LineChart } from "../../charts/line-chart.tsx";
import { Answer } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { Rows } from "../../parts/cite.tsx";
import { formatDay, formatMoney, formatShare, joined } from "../../parts/format.ts";
import { Facts, Headline, Section } from "../../parts/section.tsx";

export function View({ addressKey }: { addressKey: string }) {
  return (
    <article class="page">
      <Answer
        of={terrace.housing.getPropertyHistory}
        to={{ addressKey }}
        what="the address"
        none="There are no listings for this address in this data."
      >
        {(property) => {
          const priced = property.events
            .filter(({ price }) => price > 0)
            .toSorted((a, b) => (a.observedAt < b.observedAt ? -1 : 1));
          const { current, valuation } = property;
          return (
            <>
              <header>
                <div>
                  <h1>{property.displayAddress}</h1>
                  <p class="muted">{joined([property.suburb, property.stateCode, property.postcode])}</p>
                </div>
                <p>
                  <a class="button" href="/market">
                    Market
                  </a>
                </p>
              </header>
              <Headline
                figures={[
                  ["now", priceText(property.currentPrice)],
                  ["first asked", priceText(property.firstPrice)],
                  property.firstPrice > property.currentPrice &&
                    property.currentPrice > 0 && [
                      "cut",
                      formatShare(1 - property.currentPrice / property.firstPrice),
                    ],
                ]}
              />
              <div class="cards">
                <Section title="Asking price" kind="card wide">
                  {priced.length === 0 ? (
                    <p class="empty">No price was ever advertised.</p>
                  ) : (
                    <LineChart
                      label="Asking price"
                      times={priced.map(({ observedAt }) => Date.parse(observedAt) / 1000)}
                      lines={[
                        { label: "Asking price", kind: "steps", values: priced.map(({ price }) => price) },
                      ]}
                      format={(value) => formatMoney(value, true)}
                    />
                  )}
                </Section>
                <Section title="What happened" kind="card">
                  <Rows
                    rows={property.events}
                    columns={[
                      ["Seen", ({ observedAt }) => formatDay(observedAt)],
                      [
                        "Event",
                        ({ eventType, dropAbs }) =>
                          `${eventType.replaceAll("_", " ")}${dropAbs > 0 ? ` (−${formatMoney(dropAbs, true)})` : ""}`,
                      ],
                      ["Price", ({ price }) => (price > 0 ? formatMoney(price) : "–"), "number"],
                    ]}
                  />
                </Section>
                {current && (
                  <Section title="Advertised as" kind="card">
                    <Facts
                      rows={[
                        ["Kind", current.propertyType],
                        [
                          "Rooms",
                          `${current.bedrooms} bedrooms, ${current.bathrooms} bathrooms, ${current.carSpaces} cars`,
                        ],
                        ["Agency", current.agencyName || "unknown"],
                        ["Status", `${current.listingStatus}${current.isActive ? "" : ", no longer listed"}`],
                      ]}
                    />
                  </Section>
                )}
                {valuation && (
                  <Section title="Estimate" kind="card">
                    <Facts
                      rows={[
                        [
                          "Range",
                          `${formatMoney(valuation.estimateLow)} to ${formatMoney(valuation.estimateHigh)}`,
                        ],
                        ["Confidence", valuation.estimateConfidence || "not given"],
                        ["Source", valuation.source],
                      ]}
                    />
                  </Section>
                )}
              </div>
            </>
          );
        }}
      </Answer>
    </article>
  );
}

const priceText = (price: number) =>
  price > 0 ? formatMoney(price) : <span class="is-unknown">no price</span>;
