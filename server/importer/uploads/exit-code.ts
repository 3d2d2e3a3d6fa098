/** The exit code of the program in `main.ts` if its input is not a usable picture. */
export const UNUSABLE_EXIT_CODE = 3;
