import { column, licenceColumn, salCodeColumn, type TableDefinition } from "../table-definition.ts";

export const SUBURB_OUTLINES: TableDefinition = {
  name: "suburb_outlines",
  title: "Suburb outlines",
  doc: "The outline of a suburb as GeoJSON, simplified for maps.",
  key: ["sal_code"],
  columns: [
    salCodeColumn(),
    column(
      "outline",
      "json",
      "GeoJSON geometry in degrees, longitude first; outer rings run counterclockwise, holes clockwise.",
      '{"type":"Polygon","coordinates":[[[151.2,-33.9],[151.3,-33.9],[151.3,-33.8],[151.2,-33.9]]]}',
      { required: true, outline: true },
    ),
    column("source", "text", "Source id.", "synthetic-outlines", { required: true, sourceId: true }),
    licenceColumn("CC-BY-4.0"),
  ],
};
