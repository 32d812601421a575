import { inSnapshot } from "../../data/snapshot-path.ts";
import { watchedFetch } from "../../data/terrace.ts";
import { shownColumns, type View, whereText } from "../../view/view-state.ts";

/** Names of the table's own columns in files. */
const TEXT_COLUMNS: Readonly<Record<string, string>> = {
  name: "sal_name",
  state: "state_code",
  postcode: "postcode",
};

/** Where the server has the view's suburbs as a file: the same conditions, columns and order. */
export function servedFileUrl(view: View, extension: string, codes: readonly string[] = []): string {
  const sort = view.sort.map((key) => {
    const name = key.replace(/^-/, "");
    return `${key.startsWith("-") ? "-" : ""}${TEXT_COLUMNS[name] ?? name}`;
  });
  const query = new URLSearchParams({ metrics: shownColumns(view).join(",") });
  if (view.where.length > 0) query.set("where", whereText(view));
  if (codes.length > 0) query.set("codes", codes.join(","));
  query.set("sort", sort.join(","));
  return inSnapshot(`/v1/suburbs/${view.scope}.${extension}?${query}`);
}

/** Fetches that file, with the snapshot that it was written from. */
export async function servedFile(
  view: View,
  extension: string,
  codes: readonly string[] = [],
): Promise<{ readonly blob: Blob; readonly snapshotId: string }> {
  const response = await watchedFetch(servedFileUrl(view, extension, codes));
  if (!response.ok) throw new Error(await refusalOf(response));
  return {
    blob: await response.blob(),
    snapshotId: response.headers.get("x-terrace-snapshot") ?? "",
  };
}

async function refusalOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error, message } = JSON.parse(text) as { error?: string; message?: string };
    return message ?? error ?? `the server answered ${response.status}`;
  } catch {
    return `the server answered ${response.status}`;
  }
}
