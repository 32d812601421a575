import { SuburbIndex } from "../../charts/place-index.tsx";
import { Shown, useAsked } from "../../data/ask.tsx";
import { dateOf } from "../../data/stamps.ts";
import { terrace } from "../../data/terrace.ts";
import { formatDay, formatMoney, formatShare } from "../../parts/format.ts";
import { Rows } from "../../parts/rows.tsx";

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
        {({ listings: rows }) => (
          <Rows
            rows={rows}
            keyOf={({ addressKey, price }) => `${addressKey} ${price}`}
            none="No cut was seen here in the last 90 days."
            columns={[
              [
                "Address",
                ({ addressKey, displayAddress }) =>
                  addressKey ? (
                    <a href={`/market/address/${encodeURIComponent(addressKey)}`}>{displayAddress}</a>
                  ) : (
                    displayAddress
                  ),
              ],
              ["Was", (row) => formatMoney(row.prevPrice), "number"],
              ["Now", (row) => formatMoney(row.price), "number"],
              ["Cut", (row) => formatShare(row.dropPct), "number"],
              ["Seen", (row) => formatDay(dateOf(row.observedAt))],
            ]}
          />
        )}
      </Shown>
    </section>
  );
}
