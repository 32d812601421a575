import type { ComponentChildren } from "preact";
import { Press } from "../parts/controls.tsx";
import { stayAt, urlWith } from "./navigate.ts";
import { address } from "./view-state.ts";

type TabList<Name> = readonly (readonly [name: Name, title: string, ...more: unknown[]])[];

interface TabBarProps<Name> {
  readonly tabs: TabList<Name>;
  readonly label: string;
  readonly open: Name;
  readonly onOpen: (name: Name) => void;
  readonly kindOf?: (name: Name) => string;
}

export function TabBar<Name extends string>({ tabs, label, open, onOpen, kindOf }: TabBarProps<Name>) {
  return (
    <div class="tabs" role="tablist" aria-label={label}>
      {tabs.map(([name, title]) => (
        <Press
          key={name}
          role="tab"
          class={kindOf?.(name)}
          aria-selected={open === name}
          onClick={() => onOpen(name)}
        >
          {title}
        </Press>
      ))}
    </div>
  );
}

/** The tab in the address (`tab`), or the first one. */
function openTab<Name extends string>(tabs: TabList<Name>): Name {
  const named = new URLSearchParams(address.value.query).get("tab");
  return tabs.find(([name]) => name === named)?.[0] ?? tabs[0][0];
}

/** Tabs whose state is in the address, so that links and Back work. */
export function Tabs<Name extends string>({ tabs, label }: { tabs: TabList<Name>; label: string }) {
  const { path } = address.value;
  const go = (name: Name) => stayAt(urlWith(path, { tab: name === tabs[0][0] ? "" : name }));
  return <TabBar tabs={tabs} label={label} open={openTab(tabs)} onOpen={go} />;
}

interface PanelProps<Name> {
  readonly tabs: TabList<Name>;
  readonly children: (open: Name) => ComponentChildren;
}

export function TabPanel<Name extends string>({ tabs, children }: PanelProps<Name>) {
  const open = openTab(tabs);
  return (
    <section class="card" role="tabpanel" aria-label={tabs.find(([name]) => name === open)?.[1]}>
      {children(open)}
    </section>
  );
}
