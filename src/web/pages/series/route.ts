export const routes = ["/series"] as const;
export const menu = { name: "Series", link: "/series", order: 4, subjects: ["series"] } as const;
