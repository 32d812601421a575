import { useSignal } from "@preact/signals";
import { allOf } from "terrace/client";
import { countryNow, sourcesOfMetrics } from "../../data/country.ts";
import { inSnapshot } from "../../data/snapshot-path.ts";
import { SavePicture } from "../../keep/picture.tsx";
import { mapDrawing } from "../../map/map-svg.ts";
import { sourceText } from "../../parts/citation.ts";
import { Press } from "../../parts/controls.tsx";
import { formatCount, formatDay } from "../../parts/format.ts";
import { filterJson } from "../../view/conditions.ts";
import { reachedView } from "../../view/reach.ts";
import { selection } from "../../view/selection.ts";
import { shownColumns, view, whereText, writeView } from "../../view/view-state.ts";
import { rowsShown } from "./suburb-table.tsx";
import { arrowFile, csvFile, saveAs, saveServed, servedFileUrl } from "./table-files.ts";

/** Formats, with the function that makes the file in the browser; without one the server makes it. */
const FILES: readonly (readonly [
  extension: string,
  name: string,
  make?: typeof arrowFile | typeof csvFile,
])[] = [
  ["csv", "CSV", csvFile],
  ["arrow", "Arrow", arrowFile],
  ["xlsx", "Excel"],
  ["geojson", "GeoJSON"],
  ["parquet", "Parquet"],
];

/** The matching suburbs as files, a citation that names the snapshot, and the view as an API call. */
export function DownloadPanel() {
  const now = countryNow();
  const picked = selection.value;
  const status = useSignal("");
  if (now === undefined || picked === undefined) return <p class="muted">Loading…</p>;
  const asked = reachedView.value;
  const columns = shownColumns(asked);
  const save: (...file: (typeof FILES)[number]) => Promise<void> = async (extension, _name, make) => {
    if (make === undefined) status.value = "Preparing the download…";
    status.value =
      make === undefined
        ? await saveServed(asked, extension, "suburbs")
        : saveAs(await make(now, rowsShown.peek()!, columns), "suburbs", extension, now.snapshotId);
  };
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    status.value = "Copied";
  };
  const link = `${location.origin}/at/${now.snapshotId}/${writeView({ ...view.value, snapshot: "" })}`;
  const cite = `Terrace${now.synthetic ? " (synthetic data)" : ""}, ${formatCount(picked.count)} suburbs${whereText(asked) && ` where ${whereText(asked)}`}, data of ${formatDay(now.asOf)}, snapshot ${now.snapshotId}. ${link}`;
  const request = JSON.stringify({
    ...(view.value.scope === "AU" ? {} : { stateCode: view.value.scope }),
    ...(asked.where.length === 0 ? {} : { filter: filterJson(allOf([...asked.where])) }),
    weights: view.value.weights,
    k: 20,
  }).replaceAll("'", "'\\''");
  const curl = `curl -A 'my-app/1.0' -H 'Content-Type: application/json' ${location.origin}${inSnapshot("/terrace.v1.ExplorerService/RankSuburbs")} -d '${request}'`;
  return (
    <div class="download">
      <div>
        <h3>Files</h3>
        <p class="muted small">
          {formatCount(picked.count)} suburbs with {columns.length} columns, in the order of the table.
        </p>
        <p class="buttons">
          {FILES.map((file) => (
            <Press key={file[0]} class="button" onClick={() => void save(...file)}>
              {file[1]}
            </Press>
          ))}
        </p>
        <p class="small muted">
          The map: <SavePicture what="the map" draw={mapDrawing} />
        </p>
        <ul class="small muted">
          {sourcesOfMetrics(columns).map((source) => (
            <li key={source.id}>{sourceText(source)}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3>Cite</h3>
        <p class="small cite">{cite}</p>
        <Press onClick={() => void copy(cite)}>Copy the citation</Press>{" "}
        <Press onClick={() => void copy(link)}>Copy the link</Press>
      </div>
      <div>
        <h3>As an API call</h3>
        <pre class="small">{curl}</pre>
        <Press onClick={() => void copy(curl)}>Copy the call</Press>{" "}
        <Press onClick={() => void copy(`${location.origin}${servedFileUrl(asked, "csv")}`)}>
          Copy the file URL
        </Press>
      </div>
      <p role="status" class="small">
        {status.value}
      </p>
    </div>
  );
}
