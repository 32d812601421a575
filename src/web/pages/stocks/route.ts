export const routes = ["/stocks", "/stocks/:code"] as const;
export const menu = { name: "Stocks", link: "/stocks", order: 5 } as const;
