interface FederalParliament {
  readonly number: number;
  readonly elected: string;
  readonly opened: string;
}

const FEDERAL_PARLIAMENTS: readonly FederalParliament[] = [
  { number: 38, elected: "1996-03-02", opened: "1996-04-30" },
  { number: 39, elected: "1998-10-03", opened: "1998-11-10" },
  { number: 40, elected: "2001-11-10", opened: "2002-02-12" },
  { number: 41, elected: "2004-10-09", opened: "2004-11-16" },
  { number: 42, elected: "2007-11-24", opened: "2008-02-12" },
  { number: 43, elected: "2010-08-21", opened: "2010-09-28" },
  { number: 44, elected: "2013-09-07", opened: "2013-11-12" },
  { number: 45, elected: "2016-07-02", opened: "2016-08-30" },
  { number: 46, elected: "2019-05-18", opened: "2019-07-02" },
  { number: 47, elected: "2022-05-21", opened: "2022-07-26" },
  { number: 48, elected: "2025-05-03", opened: "2025-07-22" },
];

/** Parliaments within a service: from its election for House members, from its opening for senators. */
export function parliamentsOf(
  chamber: "house" | "senate",
  from: string,
  until: string | undefined,
): number[] {
  const begins = ({ elected, opened }: FederalParliament) => (chamber === "house" ? elected : opened);
  return FEDERAL_PARLIAMENTS.filter((parliament, i) => {
    const next = FEDERAL_PARLIAMENTS[i + 1];
    const hasBegun = next === undefined || from < begins(next);
    return hasBegun && (until === undefined || until > begins(parliament));
  }).map(({ number }) => number);
}

/** The parliament on a day, counted from the House election; undefined before the first one listed. */
export function parliamentOn(day: string): number | undefined {
  return FEDERAL_PARLIAMENTS.findLast(({ elected }) => elected <= day)?.number;
}
