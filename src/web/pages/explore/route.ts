export const routes = ["/"] as const;
export const menu = { name: "Explore", link: "/", order: 1 } as const;
