export const routes = ["/market", "/market/address/:key"] as const;
export const menu = { name: "Market", link: "/market", order: 3, subjects: ["listings", "prices"] } as const;
