import type { ComponentChildren } from "preact";
import { memberPath, stockPath } from "../rendered/addresses.ts";
import { formatPercent } from "./format.ts";

export function Named({ note, children }: { note: ComponentChildren; children: ComponentChildren }) {
  return (
    <>
      {children} <span class="muted small">{note}</span>
    </>
  );
}

interface NamedSuburb {
  readonly salCode: string;
  readonly salName: string;
  readonly stateCode: string;
  readonly postcode: string;
}

export function SuburbLink({ salCode, salName, stateCode, postcode }: NamedSuburb) {
  return (
    <Named note={`${stateCode} ${postcode}`}>
      <a href={`/suburb/${salCode}`}>{salName}</a>
    </Named>
  );
}

export const StockLink = ({ code }: { code: string }) => <a href={stockPath(code)}>{code}</a>;

export function StockShare({ code, percent }: { code: string; percent: number }) {
  return (
    <>
      <StockLink code={code} /> {formatPercent(percent)}
    </>
  );
}

interface Advertised {
  readonly addressKey: string;
  readonly displayAddress: string;
}

/** Link to an advertised address; plain text if the data has no key of it. */
export function AddressLink({ addressKey, displayAddress }: Advertised) {
  if (addressKey === "") return displayAddress;
  return <a href={`/market/address/${encodeURIComponent(addressKey)}`}>{displayAddress}</a>;
}

export function MemberLink({ slug = "", displayName }: { slug?: string; displayName?: string }) {
  return <a href={memberPath(slug)}>{displayName}</a>;
}
