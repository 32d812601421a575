/** Notes that are returned with figures, so that these are not read as more than they are. */
export const REGISTER_LICENCE_TEXT = "Parliamentary material, Commonwealth copyright";
export const FUNDING_LICENCE = "CC-BY-4.0";
export const FUNDING_ATTRIBUTION =
  "© Commonwealth of Australia, Australian Electoral Commission Transparency Register";
/** For synthetic data: its parties have real labels, which callers group by. */
export const INVENTED_ATTRIBUTION =
  "Synthetic data: the parties exist; their members, seats, returns and sums here are invented.";

export const CENSORING_NOTE =
  "Amounts below the disclosure threshold are not published. A low total does not show that little money was received.";
export const REFORM_NOTE =
  "A new disclosure scheme begins on 1 January 2027. Financial years before and after it cannot be compared.";
export const COVERAGE_NOTE =
  "Few members lodge an annual return of their own. The absence of a return shows nothing about a member.";
export const VERBATIM_NOTE =
  "Figures are given as lodged and may be amended later. What recipients list and what donors declare are separate returns and do not reconcile.";
export const SCOPE_NOTE =
  "Payers are those that party branches list. Payers of associated entities and third parties are not in it.";
export const ATTRIBUTION_NOTE =
  "Only returns that name this member are shown. Money of a party is not attributed to its members.";
export const DISCLOSURE_NOTE =
  "Short interest is the company's own figure as the market regulator publishes it. The register says that a company is declared, not how many shares are held, nor why. Neither disclosure explains the other.";
