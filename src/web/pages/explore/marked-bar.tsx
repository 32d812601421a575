import { useSignal } from "@preact/signals";
import { country } from "../../data/country.ts";
import { saveFile } from "../../keep/picture.tsx";
import { saveSuburbs } from "../../keep/saved.ts";
import { formatCount } from "../../parts/format.ts";
import { changeView } from "../../view/navigate.ts";
import { view } from "../../view/view-state.ts";
import { MOST_COMPARED, urlOf } from "../compare/compared.ts";
import { servedFile } from "./table-files.ts";

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
    try {
      const { blob, snapshotId } = await servedFile(
        { ...view.peek(), scope: "AU", where: [] },
        extension,
        marked,
      );
      const name = `terrace${country.peek()?.synthetic ? "-SYNTHETIC" : ""}-marked-${snapshotId}.${extension}`;
      saveFile(blob, name);
      said.value = `Saved ${name}`;
    } catch (error) {
      said.value = `No file: ${(error as Error).message}`;
    }
  };
  const compared = marked.slice(-MOST_COMPARED);
  return (
    <div class="marked-bar" role="group" aria-label="Marked suburbs">
      <strong>{formatCount(marked.length)} marked</strong>
      <a class="button" href={urlOf(compared)}>
        {marked.length > MOST_COMPARED ? `Compare the last ${MOST_COMPARED}` : "Compare"}
      </a>
      <button
        type="button"
        onClick={() => {
          saveSuburbs(marked);
          said.value = "Saved in this browser";
        }}
      >
        <span aria-hidden="true">☆</span> Save
      </button>
      {FILES.map(([extension, name]) => (
        <button
          key={extension}
          type="button"
          aria-label={`${name} of the marked`}
          onClick={() => void save(extension)}
        >
          {name}
        </button>
      ))}
      <button type="button" class="quiet" onClick={() => changeView({ marked: [] })}>
        Clear
      </button>
      <span role="status" class="small muted">
        {said.value}
      </span>
    </div>
  );
}
