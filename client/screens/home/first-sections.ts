/** As many as a phone shows at once. */
const ON_A_PHONE = 2;

/** How many sections of home are rendered first. */
export let firstSections = ON_A_PHONE;

/** The console shows the whole page, and the server renders once. */
export function renderAllSections(all: boolean) {
  firstSections = all ? Number.POSITIVE_INFINITY : ON_A_PHONE;
}
