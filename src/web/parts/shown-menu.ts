import { SCREENS } from "../pages/screens.ts";
import { holdsSubject } from "./absent.tsx";

/** The links of the navigation, to the screens of which the data has something. */
export function shownMenu() {
  return SCREENS.flatMap(({ routes: [link], title, menu }) =>
    menu === undefined || menu.subjects?.some(holdsSubject) === false
      ? []
      : { name: title as string, link, also: menu.also ?? [] },
  );
}
