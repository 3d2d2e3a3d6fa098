import type { UserInfo } from '#contract/shapes';
import { deviceStorage } from '../../runtime/storage/safe-storage.ts';
import { readStored, writeStored } from '../../runtime/storage/stored-json.ts';
import { useSettings } from '../../settings.ts';
import { useClientState } from '../../state.ts';
import type { Item } from './tabs.ts';

/** More fill several screens, and the storage of a site is small. */
const MOST = 50;

type StoredShelf = { of: string; items: Item[] };

/** The reader whose list it is. In 未成年人模式 it is another list. */
function listOf({ id, teen, teenTier }: UserInfo): string {
  return [id, teen, teenTier].join();
}

/** Stores the shelf of this reader, to be shown without a network. */
export function storeShelf(items: readonly Item[]) {
  const { userInfo } = useClientState.getState();
  if (!userInfo || useSettings.getState().consent !== 'given') return;
  const shelf: StoredShelf = { of: listOf(userInfo), items: items.slice(0, MOST) };
  writeStored(deviceStorage, 'shelf', shelf);
}

/** The shelf at the last visit; empty if none was stored for this reader. */
export function storedShelf(): Item[] {
  const { userInfo } = useClientState.getState();
  const shelf = readStored<StoredShelf>(deviceStorage, 'shelf', { of: '', items: [] });
  return userInfo && shelf?.of === listOf(userInfo) ? shelf.items : [];
}
