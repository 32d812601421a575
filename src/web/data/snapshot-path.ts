import { options } from "preact";

/** `/at/<snapshot>` where the page shows another snapshot than the newest; "" otherwise. */
export const SNAPSHOT_PATH = /^\/at\/[^/]+(?=\/)/.exec(location.pathname)?.[0] ?? "";

/** Where the reader is, whichever snapshot is shown. */
export function pagePath(): string {
  return location.pathname.slice(SNAPSHOT_PATH.length);
}

/**
 * Keeps links under the snapshot that is shown, also those that are opened in a new tab. Links with `data-native` lead
 * to another snapshot or away from the page on purpose.
 */
export function keepLinks(): void {
  if (SNAPSHOT_PATH === "") return;
  const before = options.vnode;
  options.vnode = (node) => {
    const props = node.props as { href?: unknown; "data-native"?: unknown };
    if (
      node.type === "a" &&
      typeof props.href === "string" &&
      props.href.startsWith("/") &&
      !("data-native" in props)
    )
      props.href = inSnapshot(props.href);
    before?.(node);
  };
}

/** The address of a path of the page, of a method or a file for the snapshot that is shown. */
export function inSnapshot(path: string): string {
  return SNAPSHOT_PATH !== "" && path.startsWith(`${SNAPSHOT_PATH}/`) ? path : SNAPSHOT_PATH + path;
}
