/** A file that a person has chosen, with its path below the folder that was chosen. */
export type PickedFile = { name: string; file: File };

/** Files of operating systems, which no comic needs: .DS_Store, Thumbs.db, __MACOSX/… */
const JUNK = /^(\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i;

function isWanted(name: string): boolean {
  return !name.split('/').some((part) => JUNK.test(part));
}

/** The files chosen with an input. Below a chosen folder the paths begin with its name. */
export function pickedFrom(files: FileList): PickedFile[] {
  return [...files]
    .map((file) => ({ name: file.webkitRelativePath || file.name, file }))
    .filter(({ name }) => isWanted(name));
}

/** The dropped files, and all files in dropped folders. */
export async function droppedFrom(data: DataTransfer): Promise<PickedFile[]> {
  // The items are empty after the event, so the entries are taken at once.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const picked = await Promise.all(entries.map((entry) => filesIn(entry, '')));
  return picked.flat();
}

async function filesIn(entry: FileSystemEntry, above: string): Promise<PickedFile[]> {
  const name = above + entry.name;
  if (!isWanted(name)) return [];
  if (isFile(entry)) return [{ name, file: await fileOf(entry) }];
  const inside = await entriesOf(entry as FileSystemDirectoryEntry);
  const files: PickedFile[] = [];
  for (const each of inside) files.push(...(await filesIn(each, `${name}/`)));
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** The browser lists a folder in parts; an empty part is the last. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
