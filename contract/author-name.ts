import * as v from 'valibot';

/** An author's name, as a comic has it. */
export const AuthorName = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
