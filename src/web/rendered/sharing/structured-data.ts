import type { BreadcrumbList, Dataset, Graph, Person, Place, PropertyValue, Thing } from "schema-dts";
import { publishersOf } from "../../parts/citation.ts";
import type { PageKind, PageModel, PageSource, SiteFacts } from "../page-model.ts";

/** URLs of known licences; for others the source's URL is used. */
const LICENCES: Readonly<Record<string, string>> = {
  "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
  "CC-BY-3.0-AU": "https://creativecommons.org/licenses/by/3.0/au/",
  "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
};

/** Search engines ignore datasets with a shorter description. */
const MIN_DESCRIPTION = 50;

/** Structured data of a page (schema.org, as JSON-LD). */
export function structuredData(model: PageModel, site: SiteFacts, origin: string): Graph {
  const { path, name, crumbs } = model;
  const url = origin + path;
  const breadcrumbs: BreadcrumbList = {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, i) => ({
      "@type": "ListItem",
      position: i + 1,
      name: crumb.name,
      item: origin + crumb.path,
    })),
  };
  const thing = thingOf(model, url, origin);
  const about = thing === undefined ? [] : [thing];
  return {
    "@context": "https://schema.org",
    "@graph": [
      breadcrumbs,
      ...about,
      ...(model.figures.length > 0 ? [datasetOf(model, site, url, name)] : []),
    ],
  };
}

/** The subject of a page, if it is a place, a company or a person. */
function thingOf(
  { kind, key, name, crumbs, place }: PageModel,
  url: string,
  origin: string,
): Thing | undefined {
  const above = crumbs.at(-2);
  const shared = { "@id": `${url}#place`, name, url };
  const area = {
    ...shared,
    ...(place && {
      geo: {
        "@type": "GeoCoordinates" as const,
        latitude: Number(place.latitude.toFixed(5)),
        longitude: Number(place.longitude.toFixed(5)),
      },
    }),
    ...(above && {
      containedInPlace: { "@type": "Place" as const, name: above.name, url: origin + above.path },
    }),
  };
  const things: Partial<Record<PageKind, Thing>> = {
    suburb: { "@type": "Place", ...area, identifier: property("SAL code", key) } satisfies Place,
    council: { "@type": "AdministrativeArea", ...area },
    state: { "@type": "State", ...area },
    country: { "@type": "Country", ...area },
    stock: { "@type": "Corporation", name, url, tickerSymbol: `ASX:${key}` },
    member: { "@type": "Person", name, url } satisfies Person,
  };
  return things[kind];
}

function datasetOf(model: PageModel, site: SiteFacts, url: string, name: string): Dataset {
  const { kind, description, figures, sources } = model;
  const isPlace = ["suburb", "council", "state", "country"].includes(kind);
  const text = site.synthetic ? `Made-up data, not real. ${description}` : description;
  return {
    "@type": "Dataset",
    "@id": `${url}#data`,
    name: `${name}: figures${site.synthetic ? " (made-up data)" : ""}`,
    description:
      text.length < MIN_DESCRIPTION ? `${text} Figures of ${name} with their sources and dates.` : text,
    url,
    version: site.snapshotId,
    dateModified: site.asOf.toISOString().slice(0, 10),
    isAccessibleForFree: true,
    inLanguage: "en-AU",
    creator: publishersOf([{ publisher: "Terrace" }, ...sources]).map((by) => ({
      "@type": "Organization",
      name: by,
    })),
    license: [...new Set(sources.flatMap(licenceOf))],
    isBasedOn: [...new Set(sources.map((source) => source.url).filter(isWeb))],
    variableMeasured: figures.map(({ label, value, unit }) =>
      property(label, Number(value.toPrecision(7)), unit),
    ),
    ...(isPlace && { spatialCoverage: { "@id": `${url}#place` } }),
  };
}

function licenceOf({ licence, url }: PageSource): string[] {
  const known = LICENCES[licence.replace(/^MIT, /, "")];
  return known === undefined ? (isWeb(url) ? [url] : []) : [known];
}

function isWeb(url: string): boolean {
  return /^https?:\/\//.test(url);
}

function property(name: string, value: string | number, unitText = ""): PropertyValue {
  return { "@type": "PropertyValue", name, value, ...(unitText !== "" && { unitText }) };
}

/** JSON for a script element: escapes everything that could end the element. */
export function scriptText(data: object): string {
  return JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
