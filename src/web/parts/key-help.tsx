import { useEffect, useRef } from "preact/hooks";
import { Facts } from "./rows.tsx";
import { shownMenu } from "./shown-menu.ts";
import { hasSingleKeys, setSingleKeys } from "./single-keys.ts";

const keys = (): [string, string][] => [
  ["/", "search suburbs, stocks and members"],
  [`1 – ${shownMenu().length}`, "screens, in the order of the menu"],
  ["?", "these keys"],
  ["arrows on the map", "from suburb to suburb; Enter opens, + − 0 zoom"],
  ["m on the map", "marks the suburb; Shift and arrows mark on the way"],
  ["Shift and drag on the map", "marks what the line goes about"],
  ["arrows on a histogram", "one bin; Shift five, Alt both ends, Esc clears"],
  ["Shift on a heading", "sort by several columns"],
  ["Back", "undoes the last change"],
];

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="key-help" onClose={onClose} aria-label="Keys">
      <h2>Keys</h2>
      <Facts rows={keys().map(([key, what]) => [<kbd key={key}>{key}</kbd>, what])} />
      <p>
        <label>
          <input
            type="checkbox"
            checked={hasSingleKeys.value}
            onChange={(event) => setSingleKeys(event.currentTarget.checked)}
          />{" "}
          Use single-key shortcuts
        </label>
      </p>
      <button type="button" class="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
