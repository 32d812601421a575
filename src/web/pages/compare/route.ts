export const routes = ["/compare", "/compare/:codes"] as const;
export const menu = { name: "Compare", link: "/compare", order: 2 } as const;
