import { useSignal } from "@preact/signals";
import { saveSuburbs } from "../../keep/saved.ts";
import { formatCount } from "../../parts/format.ts";
import { Press } from "../../parts/press.tsx";
import { changeView } from "../../view/navigate.ts";
import { view } from "../../view/view-state.ts";
import { MOST_COMPARED, urlOf } from "../compare/compared.ts";
import { saveServed } from "./table-files.ts";

const FILES = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["geojson", "GeoJSON"],
] as const;

/** What can be done with the suburbs that are marked. */
export function MarkedBar() {
  const said = useSignal("");
  const { marked } = view.value;
  if (marked.length === 0) return null;
  const save = async (extension: string) => {
    const all = { ...view.peek(), scope: "AU", where: [] };
    said.value = await saveServed(all, extension, "marked", marked);
  };
  const compared = marked.slice(-MOST_COMPARED);
  return (
    <div class="marked-bar" role="group" aria-label="Marked suburbs">
      <strong>{formatCount(marked.length)} marked</strong>
      <a class="button" href={urlOf(compared)}>
        {marked.length > MOST_COMPARED ? `Compare the last ${MOST_COMPARED}` : "Compare"}
      </a>
      <Press
        onClick={() => {
          saveSuburbs(marked);
          said.value = "Saved in this browser";
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
        {said.value}
      </span>
    </div>
  );
}
