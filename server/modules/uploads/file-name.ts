const MOST_FOLDERS = 16;
const LONGEST_PART = 200;
/** File systems allow 255 bytes. */
const LONGEST_PART_BYTES = 240;

/** Whether the import may make a file with this path below its own folder. */
export function isSafeName(name: string): boolean {
  const parts = name.split('/');
  return parts.length <= MOST_FOLDERS && parts.every(isSafePart);
}

function isSafePart(part: string): boolean {
  if (part === '' || part === '.' || part === '..') return false;
  if (part.length > LONGEST_PART || Buffer.byteLength(part) > LONGEST_PART_BYTES) return false;
  // Control characters, line separators, backslashes, and halves of characters.
  return part.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(part);
}

/** Equal for names that some disks do not distinguish. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** A name that is also a folder of another name; no disk can hold both. */
export function fileAndFolder(names: readonly string[]): string | undefined {
  const folders = new Set(names.flatMap((name) => foldersOf(nameKey(name))));
  return names.find((name) => folders.has(nameKey(name)));
}

function foldersOf(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
