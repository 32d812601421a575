import { sourcesOfMetrics } from "../data/country.ts";
import { inSnapshot } from "../data/snapshot-path.ts";
import { CiteBody, Copied } from "../parts/cite.tsx";
import { Popover } from "../parts/popover.tsx";
import { embedSnippet } from "../rendered/sharing/embed-snippet.ts";
import { address, shownAddress, shownColumns, view } from "../view/view-state.ts";
import { SavePicture } from "./save-picture.tsx";

/** The button that shares what is shown, whichever screen that is. */
export function ShareButton() {
  return (
    <Popover label="Share what is shown" sign="Share" kind="share">
      <ShareBox />
    </Popover>
  );
}

/** Screens of one thing, which has a page that others can show parts of. */
const EMBEDDED = /^\/(suburb|stocks|members)\/[^/]+$/;

const drawMap = async () => (await import("../map/map-svg.ts")).mapDrawing();

function ShareBox() {
  const link = location.origin + inSnapshot(shownAddress());
  const isMap = address.value.path === "/";
  const send = () => void navigator.share({ title: document.title, url: link }).catch(() => {});
  return (
    <div class="share-box">
      <Copied label="Address of what is shown" text={link} rows={2} />
      {"share" in navigator && (
        <p>
          <button type="button" onClick={send}>
            Send it with another app
          </button>
        </p>
      )}
      {isMap ? (
        <p>
          Picture of the map: <SavePicture what="the map" draw={drawMap} />
        </p>
      ) : (
        <p class="small muted">Charts are saved as pictures by PNG and SVG below them.</p>
      )}
      {EMBEDDED.test(address.value.path) && (
        <details>
          <summary>Embed</summary>
          <Copied
            label="HTML that shows its figures on another page"
            text={embedSnippet({
              kind: "table",
              origin: location.origin,
              path: inSnapshot(address.value.path),
              title: document.title,
            })}
            rows={5}
          />
        </details>
      )}
      <details>
        <summary>Permanent link and citation</summary>
        <CiteBody
          {...(isMap && { sources: sourcesOfMetrics([view.value.by, ...shownColumns(view.value)]) })}
        />
      </details>
    </div>
  );
}
