import { useSignal } from "@preact/signals";
import { countryNow } from "../../data/country.ts";
import { SaveSuburb } from "../../keep/save-suburb.tsx";
import { saveSuburbs } from "../../keep/saved.ts";
import { ShownFigures } from "../../map/hover-card.tsx";
import { Press, Remove } from "../../parts/controls.tsx";
import { formatCount, joined } from "../../parts/format.ts";
import { changeView } from "../../view/navigate.ts";
import { view } from "../../view/view-state.ts";
import { compareUrl, MAX_COMPARED, urlOf } from "../compare/compared.ts";
import { saveServed } from "./table-files.ts";

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

const FILES = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["geojson", "GeoJSON"],
] as const;

export function MarkedBar() {
  const status = useSignal("");
  const { marked } = view.value;
  if (marked.length === 0) return null;
  const save = async (extension: string) => {
    const all = { ...view.peek(), scope: "AU", where: [] };
    status.value = await saveServed(all, extension, "marked", marked);
  };
  const compared = marked.slice(-MAX_COMPARED);
  return (
    <div class="marked-bar" role="group" aria-label="Marked suburbs">
      <strong>{formatCount(marked.length)} marked</strong>
      <a class="button" href={urlOf(compared)}>
        {marked.length > MAX_COMPARED ? `Compare the last ${MAX_COMPARED}` : "Compare"}
      </a>
      <Press
        onClick={() => {
          saveSuburbs(marked);
          status.value = "Saved in this browser";
        }}
      >
        <span aria-hidden="true">☆</span> Save
      </Press>
      {FILES.map(([extension, name]) => (
        <Press key={extension} aria-label={`${name} of the marked`} onClick={() => void save(extension)}>
          {name}
        </Press>
      ))}
      <Press class="quiet" onClick={() => changeView({ marked: [] })}>
        Clear
      </Press>
      <span role="status" class="small muted">
        {status.value}
      </span>
    </div>
  );
}
