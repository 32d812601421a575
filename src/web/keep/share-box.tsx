import { useRequest } from "../data/ask.tsx";
import { sourcesOfMetrics } from "../data/country.ts";
import { inSnapshot } from "../data/snapshot-path.ts";
import { CiteBody } from "../parts/cite.tsx";
import { Popover } from "../parts/popover.tsx";
import { seriesPath } from "../rendered/addresses.ts";
import { rankingPath } from "../rendered/rankings/ranking-address.ts";
import { isWhole } from "../view/selection.ts";
import { address, shownAddress, shownColumns, view } from "../view/view-state.ts";
import { SavePicture } from "./picture.tsx";
import { pictureIn, renderedPage, ShareBody, textsIn } from "./share-body.tsx";

export function ShareButton() {
  return (
    <Popover label="Share what is shown" sign="Share" kind="share">
      <ShareBox />
    </Popover>
  );
}

/** Path of the rendered page of what is shown, which has a picture and embeds; undefined without one. */
function pageShown(): string | undefined {
  const { path, query } = address.value;
  if (/^\/(suburb|stocks|members)\/[^/]+$/.test(path)) return path;
  const [key, ...others] = path === "/series" ? (new URLSearchParams(query).get("s")?.split(",") ?? []) : [];
  if (key !== undefined && others.length === 0) return seriesPath(key);
  // Filtered suburbs have no page.
  return path === "/" && isWhole.value
    ? rankingPath({ metric: view.value.by, stateCode: view.value.scope })
    : undefined;
}

const drawMap = async () => (await import("../map/map-svg.ts")).mapDrawing();

function ShareBox() {
  const isMap = address.value.path === "/";
  const path = pageShown();
  const asked = useRequest(async () => path && renderedPage(path), [path]).value;
  const page = asked.state === "there" && asked.value ? asked.value : undefined;
  const drawn = isMap ? (
    <p>
      Picture of the map: <SavePicture what="the map" draw={drawMap} />
    </p>
  ) : (
    <p class="small muted">To save a chart as a picture, use PNG or SVG below it.</p>
  );
  return (
    <ShareBody
      link={location.origin + inSnapshot(shownAddress())}
      drawn={drawn}
      picture={page && pictureIn(page)}
      embeds={page ? textsIn(page, "Embed") : []}
    >
      <CiteBody {...(isMap && { sources: sourcesOfMetrics([view.value.by, ...shownColumns(view.value)]) })} />
    </ShareBody>
  );
}
