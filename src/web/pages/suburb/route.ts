export const routes = ["/suburb/:code"] as const;
