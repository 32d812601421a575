/** What there is data about, in one breath. */
export const SUBJECTS =
  "Australian suburbs, house prices, asking-price cuts, councils, economic series, short positions, listed companies, news, industries, members of parliament and party funding";
