import { useRef } from "preact/hooks";
import type { market } from "../../data/services.ts";
import { SavePicture, seenDrawing } from "../../keep/picture.tsx";
import { isDark, mix } from "../../map/palettes.ts";
import { Cite, Rows } from "../../parts/cite.tsx";
import { formatNumber } from "../../parts/format.ts";
import { type Area, treeLayout } from "./tree-layout.ts";

type TreeMap = Awaited<ReturnType<typeof market.getIndustryTreeMap>>;

const WIDTH = 1000;
const HEIGHT = 560;
const TITLE = 18;
/** Percentage with the full colour. */
const FULL = 12;

/** Tree map of industries by their summed short positions, with their securities, and a table of it. */
export function IndustryMap({ map, isChange }: { map: TreeMap; isChange: boolean }) {
  const box = useRef<SVGSVGElement>(null);
  const industries = map.industries.toSorted((a, b) => b.aggregateShortPosition - a.aggregateShortPosition);
  if (industries.length === 0) return <p class="empty">No industry has short positions in this period.</p>;
  const areas = treeLayout(
    industries.map(({ aggregateShortPosition }) => aggregateShortPosition),
    { x: 0, y: 0, width: WIDTH, height: HEIGHT },
  );
  return (
    <>
      <svg
        class="tree-map"
        ref={box}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Short positions by industry, ${industries.length} industries; the numbers follow in a table.`}
      >
        {industries.map((industry, i) => {
          const { x, y, width, height } = areas[i];
          const isNamed = width > 60 && height > 30;
          const inner = isNamed ? { x, y: y + TITLE, width, height: height - TITLE } : areas[i];
          const ordered = industry.stocks.toSorted((a, b) => b.shortPosition - a.shortPosition);
          const pieces = treeLayout(
            ordered.map(({ shortPosition }) => shortPosition),
            inner,
          );
          return (
            <g key={industry.name}>
              {isNamed && (
                <text class="industry-name" x={x + 4} y={y + 13}>
                  {shortened(industry.name, width)}
                </text>
              )}
              {ordered.map((stock, place) => (
                <Piece
                  key={stock.productCode}
                  area={pieces[place]}
                  code={stock.productCode}
                  title={`${stock.productCode} ${stock.productName}: ${formatNumber(stock.shortPosition)} % short${isChange ? `, ${formatNumber(stock.change)} % change` : ""}`}
                  colour={isChange ? changeColour(stock.change) : shortColour(stock.shortPosition)}
                />
              ))}
              <rect class="industry-edge" x={x} y={y} width={width} height={height} />
            </g>
          );
        })}
      </svg>
      <p class="chart-note">
        Reports up to {map.lastUpdated}, {map.period}. Areas are the sum of the percentages sold short, of up
        to twelve securities per industry.
      </p>
      <div class="cite-line">
        <SavePicture
          what="the industries"
          draw={() => (box.current ? seenDrawing(box.current, "Short positions by industry") : undefined)}
        />
        <Cite what="Short positions by industry" />
      </div>
      <details>
        <summary>Numbers ({industries.length} industries)</summary>
        <Rows
          rows={industries}
          none="None."
          columns={[
            ["Industry", ({ name }) => name],
            ["Securities", ({ stocks }) => stocks.length, "number"],
            ["Mean short", ({ averagePercentage }) => `${formatNumber(averagePercentage)} %`, "number"],
            [
              "Most shorted",
              ({ stocks }) =>
                stocks.slice(0, 3).map(({ productCode }) => (
                  <>
                    <a key={productCode} href={`/stocks/${productCode}`}>
                      {productCode}
                    </a>{" "}
                  </>
                )),
            ],
          ]}
        />
      </details>
    </>
  );
}

interface PieceProps {
  readonly area: Area;
  readonly code: string;
  readonly title: string;
  readonly colour: string;
}

function Piece({ area, code, title, colour }: PieceProps) {
  if (area.width <= 0 || area.height <= 0) return null;
  return (
    <a href={`/stocks/${code}`} aria-label={title}>
      <rect x={area.x} y={area.y} width={area.width} height={area.height} fill={colour}>
        <title>{title}</title>
      </rect>
      {area.width > 34 && area.height > 16 && (
        <text class="piece-name" x={area.x + area.width / 2} y={area.y + area.height / 2 + 4}>
          {code}
        </text>
      )}
    </a>
  );
}

function shortened(name: string, width: number): string {
  const most = Math.floor((width - 8) / 8.6);
  return name.length <= most ? name : `${name.slice(0, Math.max(1, most - 1))}…`;
}

function shortColour(percent: number): string {
  const [low, high] = isDark.value ? ["#26313b", "#8f4a1c"] : ["#f4efe8", "#e08a4a"];
  return mix(high, low, Math.min(1, percent / FULL));
}

function changeColour(change: number): string {
  const [less, middle, more] = isDark.value
    ? ["#1f5a80", "#26313b", "#8f4a1c"]
    : ["#7fb2d6", "#f2f2f0", "#e08a4a"];
  return mix(change < 0 ? less : more, middle, Math.min(1, Math.abs(change) / 50));
}
