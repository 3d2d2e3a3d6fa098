import type { HotFiles } from './adapters/hot-files.ts';
import type { SealedAnswers } from './core/sealed-answers.ts';
import type { Catalog } from './modules/catalog/catalog.ts';
import type { Editorial } from './modules/editorial/editorial.ts';
import type { Search } from './modules/search/search.ts';
import type { Share } from './screens/share/share.ts';

type Caches = {
  catalog: Pick<Catalog, 'changed'>;
  editorial: Pick<Editorial, 'changed'>;
  files: Pick<HotFiles, 'drop'>;
  sealed: Pick<SealedAnswers, 'drop'>;
  search: Pick<Search, 'changed' | 'indexChanged'>;
  share: Pick<Share, 'changed'>;
};

/**
 * What is dropped from memory when the database says that something has changed. Caches of the modules are dropped before
 * the cached answers, which would otherwise be computed from them again.
 */
export function dropsOf({ catalog, editorial, files, sealed, search, share }: Caches) {
  const dropCatalog = (comicId: number | null) => {
    catalog.changed(comicId);
    share.changed();
    search.changed(comicId);
    sealed.drop(['catalog']);
  };
  const dropEditorial = () => {
    editorial.changed();
    share.changed();
    // Documents have the titles that genres are shown with.
    search.changed(null);
    sealed.drop(['editorial']);
  };
  const dropSearch = () => {
    search.indexChanged();
    sealed.drop(['search']);
  };
  return {
    change(payload: string) {
      if (payload === 'files') files.drop();
      else if (payload === 'editorial') dropEditorial();
      else if (payload === 'search') dropSearch();
      else dropCatalog(payload === '' ? null : Number(payload));
    },
    gap() {
      files.drop();
      dropCatalog(null);
      dropEditorial();
    },
  };
}
