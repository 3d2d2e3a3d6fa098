/** How many groups a reader may have. */
export const MOST_GROUPS = 20;
/** The most characters of a group's name. */
export const LONGEST_GROUP_NAME = 12;
