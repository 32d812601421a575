import { countryNow } from "../../data/country.ts";
import { SaveSuburb } from "../../keep/save-suburb.tsx";
import { ShownFigures } from "../../map/hover-card.tsx";
import { joined } from "../../parts/format.ts";
import { Remove } from "../../parts/press.tsx";
import { changeView } from "../../view/navigate.ts";
import { view } from "../../view/view-state.ts";
import { compareUrl } from "../compare/compared.ts";

/** The suburb that is picked on the map, with the ways on from it. */
export function PickedCard() {
  const now = countryNow();
  const { selected } = view.value;
  const position = selected === "" ? -1 : (now?.frame.index.positionOf(selected) ?? -1);
  if (now === undefined || position < 0) return null;
  const { salNames, stateCodes, postcodes, councils } = now.frame.index;
  return (
    <aside class="picked" aria-label="Picked suburb">
      <header>
        <h2>
          <a href={`/suburb/${selected}`}>{salNames[position]}</a>
        </h2>
        <Remove class="quiet" aria-label="Let go" onClick={() => changeView({ selected: "" })} />
      </header>
      <p class="muted small">{joined([stateCodes[position], postcodes[position], councils[position]])}</p>
      <ShownFigures position={position} />
      <p class="picked-links">
        <a class="button" href={`/suburb/${selected}`}>
          Open
        </a>{" "}
        <a class="button" href={compareUrl(selected)}>
          Compare
        </a>{" "}
        <SaveSuburb code={selected} />
      </p>
    </aside>
  );
}
