export const routes = ["/about"] as const;
export const menu = { name: "About", link: "/about", order: 9 } as const;
