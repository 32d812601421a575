import { strToU8, zipSync } from "fflate";

/** Parts of a hostile, hand-written workbook; omitted parts are valid. */
export interface WorkbookParts {
  readonly sheetName?: string;
  /** Content of the sheet's root element. */
  readonly sheet?: string;
  readonly comments?: string;
  readonly sharedStrings?: string;
  readonly appProperties?: string;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPE = "application/vnd.openxmlformats-officedocument";

const relations = (...links: readonly [kind: string, target: string][]) =>
  `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships">${links
    .map(
      ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

const typed = (part: string, type: string) =>
  `<Override PartName="${part}" ContentType="${TYPE}.${type}+xml"/>`;

/** The XML of every part of the workbook by its name in the archive. */
export function workbookTexts(parts: WorkbookParts): Record<string, string> {
  const head = '<?xml version="1.0"?>';
  return {
    "[Content_Types].xml": `${head}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
      typed("/xl/workbook.xml", "spreadsheetml.sheet.main"),
      typed("/xl/worksheets/sheet1.xml", "spreadsheetml.worksheet"),
      typed("/xl/comments1.xml", "spreadsheetml.comments"),
      typed("/xl/sharedStrings.xml", "spreadsheetml.sharedStrings"),
      typed("/docProps/app.xml", "extended-properties"),
    ].join("")}</Types>`,
    "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `${head}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${parts.sheetName ?? "Data1"}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      ["worksheet", "worksheets/sheet1.xml"],
      ["sharedStrings", "sharedStrings.xml"],
    ),
    "xl/worksheets/sheet1.xml": `${head}<worksheet xmlns="${MAIN}">${parts.sheet ?? "<sheetData/>"}</worksheet>`,
    "xl/worksheets/_rels/sheet1.xml.rels": relations(["comments", "../comments1.xml"]),
    "xl/comments1.xml":
      parts.comments ?? `${head}<comments xmlns="${MAIN}"><authors/><commentList/></comments>`,
    "xl/sharedStrings.xml": parts.sharedStrings ?? `${head}<sst xmlns="${MAIN}" count="0"/>`,
    "docProps/app.xml": parts.appProperties ?? `${head}<Properties/>`,
  };
}

export function hostileWorkbook(parts: WorkbookParts): Uint8Array {
  const texts = Object.entries(workbookTexts(parts));
  return zipSync(Object.fromEntries(texts.map(([name, text]) => [name, strToU8(text)])));
}

/** A sheet with one number in the cell. */
export const oneCell = (ref: string) =>
  `<sheetData><row r="${/\d+/.exec(ref)![0]}"><c r="${ref}"><v>1</v></c></row></sheetData>`;
