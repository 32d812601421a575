import { SuburbIndex } from "../../charts/place-index.tsx";
import { Shown, useAsked } from "../../data/ask.tsx";
import { dateOf } from "../../data/stamps.ts";
import { terrace } from "../../data/terrace.ts";
import { Cite } from "../../parts/cite.tsx";
import { formatDay, formatMoney, formatShare } from "../../parts/format.ts";

/** Cuts of asking prices in a suburb: the daily index, and the addresses cut last. */
export function Drops({ code }: { code: string }) {
  const listings = useAsked(
    (signal) => terrace.housing.listSuburbDropListings({ salCode: code, limit: 8 }, { signal }),
    [code],
  );
  return (
    <section class="card wide">
      <h2>Asking prices cut</h2>
      <SuburbIndex code={code} label="Share of advertised homes cut" />
      <Shown asked={listings} what="the addresses">
        {({ listings: rows }) =>
          rows.length === 0 ? (
            <p class="muted small">No cut was seen here in the last 90 days.</p>
          ) : (
            <div class="table-wrap">
              <table class="plain">
                <thead>
                  <tr>
                    <th scope="col">Address</th>
                    <th scope="col" class="number">
                      Was
                    </th>
                    <th scope="col" class="number">
                      Now
                    </th>
                    <th scope="col" class="number">
                      Cut
                    </th>
                    <th scope="col">Seen</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={`${row.addressKey} ${row.price}`}>
                      <th scope="row">
                        {row.addressKey ? (
                          <a href={`/market/address/${encodeURIComponent(row.addressKey)}`}>
                            {row.displayAddress}
                          </a>
                        ) : (
                          row.displayAddress
                        )}
                      </th>
                      <td class="number">{formatMoney(row.prevPrice)}</td>
                      <td class="number">{formatMoney(row.price)}</td>
                      <td class="number">{formatShare(row.dropPct)}</td>
                      <td>{formatDay(dateOf(row.observedAt))}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <Cite />
            </div>
          )
        }
      </Shown>
    </section>
  );
}
