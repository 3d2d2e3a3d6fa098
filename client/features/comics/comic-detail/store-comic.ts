import { matchPath } from 'react-router';
import type { ComicDetail } from '#contract/shapes';
import { paths } from '../../../paths.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { deviceStorage } from '../../../runtime/storage/safe-storage.ts';
import { writeStored } from '../../../runtime/storage/stored-json.ts';
import { useSettings } from '../../../settings.ts';
import { useClientState } from '../../../state.ts';
import { detailKey } from './comic-detail.ts';
import { isForNewReader } from './for-new-reader.ts';
import type { StoredComic } from './stored-comic.ts';

/** Stores the open comic when the page is left, so that it opens at once the next time. */
export function storeOpenComic() {
  document.addEventListener('visibilitychange', () => {
    const { userInfo } = useClientState.getState();
    if (!document.hidden || !userInfo || useSettings.getState().consent !== 'given') return;
    const id = Number(matchPath(paths.comic, location.pathname)?.params.id);
    const comic = queryClient.getQueryData<ComicDetail>(detailKey(id));
    if (comic && !isForNewReader(comic))
      writeStored(deviceStorage, 'comic', { readerId: userInfo.id, comic } satisfies StoredComic);
  });
}
