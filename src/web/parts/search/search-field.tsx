import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { isSingleKey, listenTo } from "../../view/browser.ts";

export interface FoundRow {
  readonly key: string;
  readonly name: ComponentChildren;
  readonly detail: string;
  readonly open: () => void;
}

/** Combobox with a list of results, for pointer and keyboard; no list while the results are undefined. */
export function SearchField({ useFound }: { useFound: (text: string) => readonly FoundRow[] | undefined }) {
  const text = useSignal("");
  const active = useSignal(-1);
  const isOpen = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  useEffect(() => {
    const onSlash = (event: KeyboardEvent) => {
      if (event.key !== "/" || !isSingleKey(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    return listenTo(window, { keydown: onSlash });
  }, []);
  const found = useFound(isOpen.value ? text.value : "");
  const rows = found ?? [];
  const choose = (row: FoundRow | undefined) => {
    if (row === undefined) return;
    isOpen.value = false;
    text.value = "";
    row.open();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") active.value = Math.min(rows.length - 1, active.peek() + 1);
    else if (event.key === "ArrowUp") active.value = Math.max(0, active.peek() - 1);
    else if (event.key === "Enter") choose(rows[Math.max(0, active.peek())]);
    else if (event.key === "Escape") isOpen.value = false;
    else return;
    event.preventDefault();
  };
  return (
    <div class="search">
      <input
        ref={field}
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Search suburbs by name or postcode, stocks and members"
        aria-expanded={rows.length > 0}
        aria-controls={list}
        aria-activedescendant={active.value >= 0 && rows.length > 0 ? `${list}-${active.value}` : undefined}
        placeholder="Suburb, stock or series   /"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          active.value = -1;
          isOpen.value = true;
        }}
        onKeyDown={onKey}
        onBlur={() =>
          // Focus that is back by then, as after a choice, keeps the list open.
          setTimeout(() => {
            if (document.activeElement !== field.current) isOpen.value = false;
          }, 150)
        }
      />
      {isOpen.value && text.value.trim() !== "" && found !== undefined && (
        <ul id={list} role="listbox" aria-label="Found" class="search-list">
          {rows.map((row, i) => (
            <li
              key={row.key}
              id={`${list}-${i}`}
              role="option"
              aria-selected={i === active.value}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(row);
              }}
            >
              {row.name}
              <span class="muted"> {row.detail}</span>
            </li>
          ))}
          {rows.length === 0 && (
            <li class="muted" role="option" aria-selected="false">
              No suburb, stock, series or member matches.
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
