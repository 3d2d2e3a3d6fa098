/** How the program of `main.ts` ends where its input is no picture that can be used. */
export const UNUSABLE_EXIT_CODE = 3;
