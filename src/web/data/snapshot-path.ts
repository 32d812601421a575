import { options } from "preact";

/** `/at/<snapshot>` if the page shows another snapshot than the newest, otherwise "". */
export const SNAPSHOT_PATH = /^\/at\/[^/]+(?=\/)/.exec(location.pathname)?.[0] ?? "";

/** Path of the page without the snapshot prefix. */
export function pagePath(): string {
  return location.pathname.slice(SNAPSHOT_PATH.length);
}

/**
 * Adds the snapshot prefix to all links, so that those opened in a new tab keep it too. Links with
 * `data-native` lead to another snapshot or away from the page on purpose.
 */
export function prefixLinks(): void {
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

/** Adds the snapshot prefix to the path of a page, method or file that lacks it. */
export function inSnapshot(path: string): string {
  return SNAPSHOT_PATH !== "" && path.startsWith(`${SNAPSHOT_PATH}/`) ? path : SNAPSHOT_PATH + path;
}
