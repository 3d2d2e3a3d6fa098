/** One entry as the engine lists it, unchecked. */
export type ListedEntry = {
  /** One character a byte. */
  name: string;
  folder: boolean;
  /** Bytes as declared. */
  bytes: number;
  encrypted: boolean;
  /** A link of any kind, or neither a file nor a folder. */
  link: boolean;
  /** Continued in or from another volume. */
  split: boolean;
  /** An alternate data stream of a Windows file, not a file. */
  stream: boolean;
  crc32: number | undefined;
  method: string;
};

type Fields = Map<string, string>;

/** Reads the technical listing line by line: blocks of `Name = value` lines, separated by empty lines. */
export class ListingReader {
  readonly entries: ListedEntry[] = [];
  /** Properties of the archive as a whole. */
  readonly archive: Fields = new Map();
  #fields: Fields = new Map();
  #inEntries = false;

  add(line: string): void {
    if (line === '----------') {
      this.#inEntries = true;
      return;
    }
    if (line === '') {
      this.finish();
      return;
    }
    const [, name, value] = /^([\w ]+) = ?(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined) return;
    const fields = this.#inEntries ? this.#fields : this.archive;
    // The first value of a field counts. A file name with line breaks could otherwise overwrite later fields.
    if (!fields.has(name)) fields.set(name, value);
  }

  /** Ends the last block, which has no empty line after it if the listing is cut off. */
  finish(): void {
    if (this.#fields.has('Path')) this.entries.push(entryOf(this.#fields));
    this.#fields = new Map();
  }
}

function entryOf(fields: Fields): ListedEntry {
  const field = (name: string) => fields.get(name) ?? '';
  const isSet = (name: string) => field(name) === '+';
  const attributes = field('Attributes');
  // `A drwxr-xr-x`: the letter before the permissions is the type of the entry.
  const mode = /(?:^|\s)([-dlbcps])[-rwxsStT]{9}/.exec(attributes)?.[1] ?? '-';
  const crc = field('CRC');
  return {
    name: field('Path'),
    folder: isSet('Folder') || attributes.startsWith('D') || mode === 'd',
    bytes: /^\d+$/.test(field('Size')) ? Number(field('Size')) : 0,
    encrypted: isSet('Encrypted'),
    link:
      !['-', 'd'].includes(mode) ||
      [field('Symbolic Link'), field('Hard Link'), field('Copy Link'), field('Link')].some((target) => target !== '') ||
      /\bREPARSE_POINT\b|^[A-Z]*L\b/.test(attributes),
    split: isSet('Split Before') || isSet('Split After'),
    stream: isSet('Alternate Stream'),
    crc32: /^[0-9A-F]{8}$/.test(crc) ? Number.parseInt(crc, 16) : undefined,
    method: field('Method'),
  };
}
