import { SCREENS } from "../pages/screens.ts";
import { holdsSubject } from "./absent.tsx";

/** The links of the navigation, to the screens of which the data has something. */
export function shownMenu() {
  return SCREENS.flatMap(({ routes: [link], title, menu }) => {
    if (menu === undefined || menu.subjects?.some(holdsSubject) === false) return [];
    const { subjects = [], lastName, also = [] } = menu;
    const isLastAlone = !subjects.slice(0, -1).some(holdsSubject);
    return { name: (isLastAlone && lastName) || (title as string), link, also };
  });
}
