import * as v from 'valibot';

/** The key of a question, also in addresses: chosen by the editor, or made from the text. */
export const QuestionKey = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/));

/**
 * Recognises the question about a forgotten password, however an editor words it: the login dialog leads to its answer.
 */
export const FORGOTTEN_PASSWORD = /忘记.*密码|密码.*忘记|找回.*密码/;
