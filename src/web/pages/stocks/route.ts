export const routes = ["/stocks", "/stocks/:code"] as const;
export const menu = { name: "Stocks", link: "/stocks", order: 5, subjects: ["shorts"] } as const;
