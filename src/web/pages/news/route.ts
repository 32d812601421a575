/** `/blog` and `/reports` are where the links of the feed lead. */
export const routes = ["/news", "/blog", "/blog/:take", "/reports", "/reports/:report"] as const;
export const menu = {
  name: "News",
  link: "/news",
  order: 7,
  also: ["/blog", "/reports"],
  subjects: ["articles", "takes", "shorts"],
} as const;
