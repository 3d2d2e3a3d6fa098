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
