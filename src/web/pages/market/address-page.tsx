import { LineChart } from "../../charts/line-chart.tsx";
import { Shown, useAsked } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { formatDay, formatMoney, formatShare } from "../../parts/format.ts";
import { Facts, Rows } from "../../parts/rows.tsx";

/** An address: its asking price in steps, with what happened. */
export function AddressPage({ addressKey }: { addressKey: string }) {
  const asked = useAsked(
    (signal) => terrace.housing.getPropertyHistory({ addressKey }, { signal }),
    [addressKey],
  );
  return (
    <article class="page">
      <Shown asked={asked} what="the address" none="No advert of such an address is held.">
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
                  <p class="muted">
                    {[property.suburb, property.stateCode, property.postcode].filter(Boolean).join(" · ")}
                  </p>
                </div>
                <p>
                  <a class="button" href="/market">
                    Market
                  </a>
                </p>
              </header>
              <div class="headline">
                <Price title="now" price={property.currentPrice} />
                <Price title="first asked" price={property.firstPrice} />
                {property.firstPrice > property.currentPrice && property.currentPrice > 0 && (
                  <div>
                    <div class="muted small">cut</div>
                    <div class="value">{formatShare(1 - property.currentPrice / property.firstPrice)}</div>
                  </div>
                )}
              </div>
              <div class="cards">
                <section class="card wide">
                  <h2>Asking price</h2>
                  {priced.length === 0 ? (
                    <p class="empty">No price was ever shown.</p>
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
                </section>
                <section class="card">
                  <h2>What happened</h2>
                  <Rows
                    rows={property.events}
                    keyOf={(event) => `${event.observedAt} ${event.eventType} ${event.listingId}`}
                    none=""
                    columns={[
                      ["Seen", ({ observedAt }) => formatDay(new Date(observedAt))],
                      [
                        "Event",
                        ({ eventType, dropAbs }) =>
                          `${eventType.replaceAll("_", " ")}${dropAbs > 0 ? ` (−${formatMoney(dropAbs, true)})` : ""}`,
                      ],
                      ["Price", ({ price }) => (price > 0 ? formatMoney(price) : "–"), "number"],
                    ]}
                  />
                </section>
                {current && (
                  <section class="card">
                    <h2>Advertised as</h2>
                    <Facts
                      rows={[
                        ["Kind", current.propertyType],
                        [
                          "Rooms",
                          `${current.bedrooms} bedrooms, ${current.bathrooms} bathrooms, ${current.carSpaces} cars`,
                        ],
                        ["Agency", current.agencyName || "unknown"],
                        ["Status", `${current.listingStatus}${current.isActive ? "" : ", no longer seen"}`],
                      ]}
                    />
                  </section>
                )}
                {valuation && (
                  <section class="card">
                    <h2>Estimate</h2>
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
                  </section>
                )}
              </div>
            </>
          );
        }}
      </Shown>
    </article>
  );
}

function Price({ title, price }: { title: string; price: number }) {
  return (
    <div>
      <div class="muted small">{title}</div>
      <div class="value">{price > 0 ? formatMoney(price) : <span class="is-unknown">no price</span>}</div>
    </div>
  );
}
