import { LineChart } from "../../charts/line-chart.tsx";
import { Shown, useAsked } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { Cite } from "../../parts/cite.tsx";
import { formatDay, formatMoney, formatShare } from "../../parts/format.ts";

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
                <div>
                  <div class="muted small">now</div>
                  <div class="value">
                    {property.currentPrice > 0 ? (
                      formatMoney(property.currentPrice)
                    ) : (
                      <span class="is-unknown">no price</span>
                    )}
                  </div>
                </div>
                <div>
                  <div class="muted small">first asked</div>
                  <div class="value">
                    {property.firstPrice > 0 ? (
                      formatMoney(property.firstPrice)
                    ) : (
                      <span class="is-unknown">no price</span>
                    )}
                  </div>
                </div>
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
                  <table class="plain">
                    <thead>
                      <tr>
                        <th scope="col">Seen</th>
                        <th scope="col">Event</th>
                        <th scope="col" class="number">
                          Price
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {property.events.map((event) => (
                        <tr key={`${event.observedAt} ${event.eventType} ${event.listingId}`}>
                          <th scope="row">{formatDay(new Date(event.observedAt))}</th>
                          <td>
                            {event.eventType.replaceAll("_", " ")}
                            {event.dropAbs > 0 && ` (−${formatMoney(event.dropAbs, true)})`}
                          </td>
                          <td class="number">{event.price > 0 ? formatMoney(event.price) : "–"}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                  <Cite />
                </section>
                {current && (
                  <section class="card">
                    <h2>Advertised as</h2>
                    <dl class="facts">
                      <dt>Kind</dt>
                      <dd>{current.propertyType}</dd>
                      <dt>Rooms</dt>
                      <dd>
                        {current.bedrooms} bedrooms, {current.bathrooms} bathrooms, {current.carSpaces} cars
                      </dd>
                      <dt>Agency</dt>
                      <dd>{current.agencyName || "unknown"}</dd>
                      <dt>Status</dt>
                      <dd>
                        {current.listingStatus}
                        {current.isActive ? "" : ", no longer seen"}
                      </dd>
                    </dl>
                  </section>
                )}
                {valuation && (
                  <section class="card">
                    <h2>Estimate</h2>
                    <dl class="facts">
                      <dt>Range</dt>
                      <dd>
                        {formatMoney(valuation.estimateLow)} to {formatMoney(valuation.estimateHigh)}
                      </dd>
                      <dt>Confidence</dt>
                      <dd>{valuation.estimateConfidence || "not given"}</dd>
                      <dt>Source</dt>
                      <dd>{valuation.source}</dd>
                    </dl>
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
