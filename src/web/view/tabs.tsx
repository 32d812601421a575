import type { ComponentChildren } from "preact";
import { stayAt } from "./navigate.ts";
import { address } from "./view-state.ts";

/** The tab that the address names with `tab`, or the first one. */
export function openTab<Name extends string>(tabs: readonly (readonly [Name, string])[]): Name {
  const named = new URLSearchParams(address.value.query).get("tab");
  return tabs.find(([name]) => name === named)?.[0] ?? tabs[0][0];
}

/** Names of tabs; the address says which one is open, so that a link leads to it and Back leaves it. */
export function Tabs<Name extends string>({
  tabs,
  label,
}: {
  tabs: readonly (readonly [Name, string])[];
  label: string;
}) {
  const open = openTab(tabs);
  const { path } = address.value;
  return (
    <div class="tabs" role="tablist" aria-label={label}>
      {tabs.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={open === name}
          onClick={() => stayAt(name === tabs[0][0] ? path : `${path}?tab=${name}`)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** What the open tab shows. */
export function TabPanel<Name extends string>({
  tabs,
  children,
}: {
  tabs: readonly (readonly [Name, string])[];
  children: (open: Name) => ComponentChildren;
}) {
  const open = openTab(tabs);
  return (
    <section class="card" role="tabpanel" aria-label={tabs.find(([name]) => name === open)?.[1]}>
      {children(open)}
    </section>
  );
}
