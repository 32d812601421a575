import type { ComponentChild } from "preact";
import { formatCount, formatIsoDay } from "../../parts/format.ts";
import type { EmbedForm } from "../found.ts";
import type { Figure, PageModel, Rank } from "../page-model.ts";
import { Figures, OutlineSvg } from "../parts.tsx";
import { EMBEDS, type EmbedKind } from "./embed-snippet.ts";

/** What of a page is shown alone, and who published it; undefined where the page has no such part. */
export function partOf(
  model: PageModel,
  { kind, figure: key }: EmbedForm,
): { readonly shown: ComponentChild; readonly publishers: readonly string[] } | undefined {
  const { figures, outline, parts, sources, name, crumbs } = model;
  if (kind === "figure") {
    const figure = key === undefined ? figures[0] : figures.find((one) => one.key === key);
    return figure && { shown: <OneFigure figure={figure} />, publishers: publishersOf([figure]) };
  }
  if (key !== undefined) return undefined;
  switch (kind) {
    case "map": {
      const shown = parts?.map ?? (outline && <OutlineSvg {...{ outline, name }} />);
      return shown ? { shown, publishers: publishersOf(sources) } : undefined;
    }
    case "table": {
      const scope = crumbs.at(1)?.name;
      const shown = <Figures figures={figures} {...(scope && { scope })} />;
      // Of a ranking they are its first rows.
      return figures.length === 0 || parts?.ranking
        ? undefined
        : { shown, publishers: publishersOf(figures) };
    }
    case "chart":
    case "ranking": {
      const shown = parts?.[kind];
      return shown ? { shown, publishers: publishersOf(sources) } : undefined;
    }
    default:
      return undefined;
  }
}

/** Those kinds of embeds that there are of a page. */
export function embedsOf(model: PageModel): EmbedKind[] {
  return (Object.keys(EMBEDS) as EmbedKind[]).filter((kind) => partOf(model, { kind }) !== undefined);
}

export function publishersOf(those: readonly { readonly publisher: string }[]): string[] {
  return [...new Set(those.map(({ publisher }) => publisher).filter(Boolean))];
}

const placeText = ({ place, of }: Rank) => `Number ${formatCount(place)} of ${formatCount(of)}`;

function OneFigure({ figure: { label, text, inState, inCountry, date } }: { figure: Figure }) {
  return (
    <div class="one-figure">
      <p class="muted">{label}</p>
      <p class="value">{text}</p>
      {inState && <p>{placeText(inState)} in its state</p>}
      {inCountry && <p>{placeText(inCountry)} in Australia</p>}
      {date && <p class="small muted">{formatIsoDay(date)}</p>}
    </div>
  );
}
