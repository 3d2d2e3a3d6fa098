/** The names of files in a backup. A backup may have been changed by somebody else, so the names are checked. */

const SETTINGS = 'settings/';
const SUFFIX = '.zst';
/** Without separators and control characters, and not `.` or `..`. */
const PLAIN = /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u;
/** Files of the program in the data folder. They are no settings: never backed up, and never written by a restore. */
const OWN = /^(store|import-tmp|before-upgrade|new-site|postgres.*|\..*)$/;

export function tablePath(schema: string, table: string): string {
  return `database/${encodeName(schema)}.${encodeName(table)}.copy${SUFFIX}`;
}

/** Tables of other programs may have any name, so names are encoded. Names of this program's tables stay the same. */
function encodeName(name: string): string {
  return name.replace(/[/\\%\p{Cc}]/gu, encodeURIComponent);
}

export function picturesPath(part: 1 | 2 | 3): string {
  return `pictures-${part}.txt${SUFFIX}`;
}

/** `name` is relative to the data folder. */
export function settingPath(name: string): string {
  return `${SETTINGS}${name}${SUFFIX}`;
}

/** The name of a setting: a file in the data folder, or in a folder there; null for other names. */
export function settingName(path: string): string | null {
  if (!path.startsWith(SETTINGS) || !path.endsWith(SUFFIX)) return null;
  const name = path.slice(SETTINGS.length, -SUFFIX.length);
  return isSetting(name) ? name : null;
}

export function isSetting(name: string): boolean {
  const parts = name.split('/');
  return parts.length <= 2 && parts.every((part) => PLAIN.test(part)) && !OWN.test(parts[0] ?? '');
}

export function isTablePath(path: string): boolean {
  const [folder, file = '', ...more] = path.split('/');
  return folder === 'database' && PLAIN.test(file) && more.length === 0;
}

export function isPicturesPath(path: string): boolean {
  return /^pictures-\d+\.txt\.zst$/.test(path);
}
