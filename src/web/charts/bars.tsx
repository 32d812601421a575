import { useRef } from "preact/hooks";
import { SavePicture, seenDrawing } from "../keep/picture.tsx";
import { formatNumber } from "../parts/format.ts";

/** Percentages as bars, with buttons that save them as a picture. Undefined values are left out. */
export function Bars({ rows }: { rows: readonly (readonly [string, number | undefined])[] }) {
  const box = useRef<HTMLDivElement>(null);
  const titleOf = (seen: Element) =>
    `${seen.closest("section")?.querySelector("h2")?.textContent}, ${document.title.split(" · ")[0]}`;
  return (
    <>
      <div ref={box}>
        {rows
          .flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
          .map(({ name, value }) => (
            <div class="bar-row" key={name}>
              <span>{name}</span>
              <span class="bar-track">
                <span class="bar" style={{ display: "block", width: `${Math.min(100, value)}%` }} />
              </span>
              <span class="number">{formatNumber(value)} %</span>
            </div>
          ))}
      </div>
      <div class="cite-line">
        <SavePicture
          what="the bars"
          draw={() => (box.current ? seenDrawing(box.current, titleOf(box.current)) : undefined)}
        />
      </div>
    </>
  );
}
