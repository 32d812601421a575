import { SetIndex } from "../../charts/place-index.tsx";
import { whereMetrics } from "../../data/country.ts";
import { reach } from "../../view/reach.ts";
import { address, readView } from "../../view/view-state.ts";
import { placeUrl } from "../market/market-place.ts";

/** The discounting index over the conditions, asked for when a gesture has ended: the address then says what holds. */
export function IndexPanel() {
  const { scope, where: set } = readView(address.value.query, whereMetrics.value);
  const where = reach.value === undefined ? set : [...set, reach.value];
  return (
    <div class="index-panel">
      <SetIndex scope={scope} where={where} label="Share of advertised homes cut within 30 days" />
      <p>
        <a href={placeUrl({ scope, where, suburb: "", tab: "" })}>More on the market of these suburbs</a>
      </p>
    </div>
  );
}
