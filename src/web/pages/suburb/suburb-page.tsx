import { Shown, useCall } from "../../data/ask.tsx";
import { countryNow, useColumns } from "../../data/country.ts";
import { terrace } from "../../data/terrace.ts";
import { SaveSuburb } from "../../keep/save-suburb.tsx";
import { joined } from "../../parts/format.ts";
import { Lacking, useLacks } from "../../parts/held-card.tsx";
import { AbsentNote, holdsSubject, PageWait } from "../../parts/page.tsx";
import { mapPath } from "../../rendered/addresses.ts";
import { PREFERRED } from "../../view/preferences.ts";
import { compareUrl } from "../compare/compared.ts";
import { Figures } from "./figures.tsx";
import { Drops, MarketWeeks, PriceHistory, useMarketSeries } from "./market-cards.tsx";
import { MarketStrip, STRIP_KEYS } from "./market-strip.tsx";
import { DeclaredProperty, ProfileSections } from "./profile-sections.tsx";
import { RentOrBuy } from "./rent-or-buy.tsx";
import { Similar } from "./similar.tsx";

/** Suburb screen: local figures at once, then cards that need the server. */
export function View({ code }: { code: string }) {
  const now = countryNow();
  useColumns([...PREFERRED.figures, ...STRIP_KEYS]);
  const profile = useCall(terrace.housing.getSuburbProfile, { salCode: code });
  const market = useMarketSeries(code);
  const lacks = useLacks(code);
  if (now === undefined) return <PageWait />;
  const { index } = now.frame;
  const position = index.positionOf(code);
  if (position < 0) {
    return (
      <div class="page">
        <p class="empty">There is no suburb with the code {code}. Search by name or postcode above.</p>
      </div>
    );
  }
  const regionCode =
    profile.value.state === "there" ? (profile.value.value.summary?.regionCode ?? "") : undefined;
  return (
    <article class="page">
      <header>
        <div>
          <h1>{index.salNames[position]}</h1>
          <p class="muted">
            {joined([index.stateCodes[position], index.postcodes[position], index.councils[position]])}
          </p>
        </div>
        <p>
          <a class="button" href={mapPath(index, position)}>
            On the map
          </a>{" "}
          <a class="button" href={compareUrl(code)}>
            Compare
          </a>{" "}
          <SaveSuburb code={code} />
        </p>
      </header>
      <MarketStrip position={position} market={market.value} />
      <Figures position={position} />
      <div class="cards">
        {holdsSubject("prices") && <PriceHistory code={code} regionCode={regionCode} lacks={lacks} />}
        {holdsSubject("prices") && <RentOrBuy position={position} lacks={lacks} />}
        {holdsSubject("listings") && <MarketWeeks asked={market} lacks={lacks} />}
        {holdsSubject("listings") && <Drops code={code} />}
        <Similar code={code} />
        <Shown asked={profile} what="the profile">
          {(value) => <ProfileSections profile={value} lacks={lacks} />}
        </Shown>
        {holdsSubject("register") && <DeclaredProperty code={code} lacks={lacks} />}
        <Lacking lacks={lacks} of="this suburb" />
        <AbsentNote of="listings" />
      </div>
    </article>
  );
}
