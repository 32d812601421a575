import { sourcesOfMetrics } from "../data/country.ts";
import { inSnapshot } from "../data/snapshot-path.ts";
import { CiteBody } from "../parts/cite.tsx";
import { Popover } from "../parts/popover.tsx";
import { embedSnippet } from "../rendered/sharing/embed-snippet.ts";
import { address, shownAddress, shownColumns, view } from "../view/view-state.ts";
import { Copied } from "./copied.tsx";
import { SavePicture } from "./save-picture.tsx";

/** The button that shares what is shown, whichever screen that is. */
export function ShareButton() {
  return (
    <Popover label="Share what is shown" sign="Share" kind="share">
      <ShareBox />
    </Popover>
  );
}

/** A suburb's picture for messages, and its figures for pages of others; the server leads from the code to the page. */
function SuburbParts({ path }: { path: string }) {
  if (!/^\/suburb\/\d{5}$/.test(path)) return null;
  const title = document.title.split(" · ")[0];
  const part = { origin: location.origin, path: inSnapshot(path) };
  return (
    <>
      <p>
        <a href={`/pictures${path}.png`} data-native>
          Picture for messages and posts
        </a>
      </p>
      <details>
        <summary>Embed in a page of yours</summary>
        {(["figure", "map", "table"] as const).map((kind) => (
          <Copied
            key={kind}
            label={`HTML of the ${kind}`}
            text={embedSnippet({ ...part, kind, title: `${title}: ${kind}` })}
            rows={3}
          />
        ))}
      </details>
    </>
  );
}

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
      <SuburbParts path={address.value.path} />
      <details>
        <summary>Permanent link and citation</summary>
        <CiteBody
          {...(isMap && { sources: sourcesOfMetrics([view.value.by, ...shownColumns(view.value)]) })}
        />
      </details>
    </div>
  );
}
