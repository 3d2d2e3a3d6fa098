/**
 * Recognises the question about a forgotten password, however an editor words it: the login dialog leads to its answer.
 */
export const FORGOTTEN_PASSWORD = /忘记.*密码|密码.*忘记|找回.*密码/;
