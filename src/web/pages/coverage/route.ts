export const routes = ["/coverage"] as const;
export const menu = { name: "Coverage", link: "/coverage", order: 8 } as const;
