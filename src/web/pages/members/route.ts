export const routes = ["/members", "/members/:slug"] as const;
export const menu = {
  name: "Members",
  link: "/members",
  order: 6,
  subjects: ["register", "funding"],
} as const;
