import { deviceStorage } from './safe-storage.ts';
import { readStored, writeStored } from './stored-json.ts';

/** The kinds of changes that are stored until the server has answered. */
export type ChangeKind = 'mark' | 'removal';

export type UnsentChange = {
  kind: ChangeKind;
  readerId: number;
  /** When the reader made it, and until when it may be sent. */
  at: number;
  until: number;
  /** The page that made it has been left, so nobody can undo it. */
  isLeft: boolean;
  change: object;
};

/** The changes that the server has not answered, by their ids. Several tabs write them. */
export function unsentChanges(): [id: string, UnsentChange][] {
  return Object.entries(readAll()).filter(([, one]) => isChange(one));
}

export function storeUnsent(id: string, change: UnsentChange) {
  writeAll({ ...readAll(), [id]: change });
}

export function forgetUnsent(id: string) {
  const { [id]: _forgotten, ...rest } = readAll();
  writeAll(rest);
}

function readAll(): Record<string, UnsentChange> {
  return readStored<Record<string, UnsentChange>>(deviceStorage, 'unsent') ?? {};
}

function writeAll(all: Record<string, UnsentChange>) {
  if (Object.keys(all).length === 0) deviceStorage.removeItem('unsent');
  else writeStored(deviceStorage, 'unsent', all);
}

/** Only this app writes the changes, so their own fields are not checked. */
function isChange(one: unknown): boolean {
  if (typeof one !== 'object' || one === null) return false;
  const { readerId, at, until, change } = one as Partial<UnsentChange>;
  return [readerId, at, until].every(Number.isFinite) && typeof change === 'object' && change !== null;
}
