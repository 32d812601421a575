import type { PageFolder } from "../page-folder.ts";
import { MemberPage } from "./member-page.tsx";
import { MembersPage } from "./members-page.tsx";
import { routes } from "./route.ts";

export const page: PageFolder = {
  routes,
  title: ({ slug }) => (slug === undefined ? "Members" : "Member"),
  view: ({ slug }) => (slug === undefined ? <MembersPage /> : <MemberPage slug={slug} />),
};
