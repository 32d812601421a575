import type { ComponentChildren } from "preact";
import { memberPath, stockPath } from "../rendered/addresses.ts";
import { formatPercent } from "./format.ts";

/** A name, and behind it in small print what distinguishes it. */
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

/** A suburb with its state and postcode. */
export function SuburbLink({ salCode, salName, stateCode, postcode }: NamedSuburb) {
  return (
    <Named note={`${stateCode} ${postcode}`}>
      <a href={`/suburb/${salCode}`}>{salName}</a>
    </Named>
  );
}

/** A security by its code alone. */
export const StockLink = ({ code }: { code: string }) => <a href={stockPath(code)}>{code}</a>;

/** A security by its code, and how much of it is short. */
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

/** An address with what was asked for it; the words alone where nothing is held of it. */
export function AddressLink({ addressKey, displayAddress }: Advertised) {
  if (addressKey === "") return displayAddress;
  return <a href={`/market/address/${encodeURIComponent(addressKey)}`}>{displayAddress}</a>;
}

/** A member of parliament. */
export function MemberLink({ slug = "", displayName }: { slug?: string; displayName?: string }) {
  return <a href={memberPath(slug)}>{displayName}</a>;
}
