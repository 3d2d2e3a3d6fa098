import { useCallback, useEffect, useRef, useState } from 'react';
import { addFavoriteBatch } from '#contract/calls/library';
import { buttonClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { CARD_GRID, ComicCardSkeleton } from '../../features/comics/comic-card/comic-card.tsx';
import { useDownloadedComics } from '../../features/downloads/use-downloaded-chapters.ts';
import { EndlessList } from '../../features/listings/endless-list.tsx';
import { Recommended } from '../../features/listings/recommended.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { useReadAhead } from '../../features/reading/read-ahead/use-read-ahead.ts';
import { toast } from '../../notices.ts';
import { searchPath } from '../../paths.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { request } from '../../runtime/request.ts';
import { EditBar } from './edit-bar.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { EntryCard } from './entry-card.tsx';
import { HistoryRow, HistoryRowSkeleton } from './history-row.tsx';
import { FEW_TO_SEARCH, matching } from './matching.ts';
import { OfflineShelf } from './offline-shelf.tsx';
import { batches, invalidateLists, remove, useRemoved } from './removal.ts';
import { storeShelf } from './stored-shelf.ts';
import { EMPTY, filterOf, type Item, isFiltered, type Sort, TABS, type Tab } from './tabs.ts';

/** The most items that a call returns. */
const PAGE = 50;
/** With this many comics or fewer, recommended comics fill the rest of the screen. */
const FEW = 3;

type LibraryListProps = {
  tab: Tab;
  /** Orders the shelf. */
  sort: Sort;
  editing: boolean;
  onEdited(): void;
  /** Called with whether there is anything to edit. */
  onFilled(filled: boolean): void;
};

/** One list of the library. While it is edited, a tap picks an entry instead of opening it. */
export function LibraryList({ tab, sort, editing, onEdited, onFilled }: LibraryListProps) {
  const { removeCalls, changedLists } = TABS[tab];
  const { list, shown: all, isComplete } = useShownItems(tab, sort);
  useEffect(() => {
    if (tab === 'shelf' && sort === 'recent' && all) storeShelf(all);
  }, [tab, sort, all]);
  const downloaded = useDownloadedComics();
  const [text, setText] = useState('');
  const shown = all && matching(all, text);
  const ids = shown?.map(({ comic }) => comic.id) ?? [];
  useLoadAll(list, text !== '');
  const [clearing, setClearing] = useState(false);
  const isEditable = ids.length > 0 && removeCalls.length > 0;
  useEffect(() => onFilled(isEditable), [isEditable, onFilled]);
  const [latest] = shown ?? [];
  useReadAhead(!editing && latest ? openChapterOf(latest) : null);
  const { picked, setPicked, toggle } = usePicked(ids);
  const done = () => {
    setPicked(new Set());
    onEdited();
  };
  const removeComics = (which: readonly number[] | 'all', text: string) => {
    remove({ calls: removeCalls, lists: changedLists, ids: which, text });
    done();
  };
  const clear = () => {
    setClearing(false);
    removeComics('all', '已清空历史');
  };
  const pickAll = (all: boolean) =>
    setPicked(!all ? new Set() : isComplete || isFiltered(tab) || text ? new Set(ids) : 'all');
  return (
    <>
      {all && (all.length > FEW_TO_SEARCH || !isComplete) && (
        <div className="page-width pt-3 *:max-w-md">
          <SearchField
            label={tab === 'history' ? '在历史里找' : '在书架里找'}
            value={text}
            onText={(next) => {
              setPicked(new Set());
              setText(next);
            }}
          />
        </div>
      )}
      {tab === 'shelf' && list.error ? (
        <OfflineShelf message={list.error.message} onRetry={list.retry} />
      ) : all?.length === 0 && isComplete ? (
        <EmptyLibrary {...EMPTY[tab]} />
      ) : shown?.length === 0 && isComplete ? (
        <NothingFound text={text} />
      ) : (
        <EndlessList
          list={{ ...list, list: shown }}
          empty={EMPTY[tab]}
          className={tab === 'history' ? '' : `${CARD_GRID} gap-y-5`}
          skeleton={tab === 'history' ? <HistoryRowSkeleton /> : <ComicCardSkeleton />}
        >
          {(item: Item, index) => {
            const isPicked = picked === 'all' || picked.has(item.comic.id);
            const entry = { item, priority: index < 9, picked: editing ? isPicked : null, onPick: toggle };
            return tab === 'history' ? (
              <HistoryRow key={item.comic.id} before={shown?.[index - 1]} {...entry} />
            ) : (
              <EntryCard key={item.comic.id} downloaded={downloaded.has(item.comic.id)} {...entry} />
            );
          }}
        </EndlessList>
      )}
      {shown && isComplete && !text && shown.length > 0 && shown.length <= FEW && !editing && (
        <Recommended without={ids} />
      )}
      {editing && isEditable && (
        <EditBar
          picked={picked === 'all' ? 'all' : picked.size}
          all={picked === 'all' || ids.every((id) => picked.has(id))}
          onAll={pickAll}
          onRemove={() =>
            picked === 'all' ? removeComics('all', '已全部删除') : removeComics([...picked], `已删除 ${picked.size} 部`)
          }
          onFavour={tab === 'favorite' || picked === 'all' ? null : () => void addFavorites([...picked], done)}
          onClear={tab === 'history' ? () => setClearing(true) : null}
        />
      )}
      {clearing && (
        <ConfirmDialog
          title="清空历史"
          text="所有阅读历史和续看的位置都会删除。"
          confirm="清空"
          onConfirm={clear}
          onClose={() => setClearing(false)}
        />
      )}
    </>
  );
}

/** The chapter that is being read; not the next one, which may be locked. */
function openChapterOf({ chapter, last, readOn }: Item): number | null {
  return readOn && readOn.id === (chapter?.id ?? last?.chapterId) ? readOn.id : null;
}

/** The items of a list without those being removed. */
function useShownItems(tab: Tab, sort: Sort) {
  const { call } = TABS[tab];
  const filterPayload = { size: PAGE, ...filterOf(tab), ...(sort !== 'recent' && { sort }) };
  // `staleMs: 0`: a chapter may have been published, or another device used, a moment ago.
  const list = useEndless(call, filterPayload, { staleMs: 0 });
  const isGone = useRemoved(call.path);
  const items: Item[] | undefined = list.list?.filter(({ comic }) => !isGone(comic.id));
  const isComplete = list.more === 'end';
  // Everything loaded has been removed, and there are more pages.
  const refilling = items?.length === 0 && !isComplete && list.list?.length !== 0 && !isGone(-1);
  useEffect(() => {
    if (refilling && list.more === 'yes') list.loadMore();
  });
  return { list, shown: refilling ? undefined : items, isComplete };
}

/** Loads the rest of a list in which the reader searches. */
function useLoadAll({ more, loadMore }: ReturnType<typeof useShownItems>['list'], isSearching: boolean) {
  useEffect(() => {
    if (isSearching && more === 'yes') loadMore();
  });
}

/** No comic of the list matches: the search of the site may find it. */
function NothingFound({ text }: { text: string }) {
  return (
    <EmptyState compact title={`这里没有「${text}」`}>
      <ScreenLink to={searchPath(text)} className={buttonClass('tinted')}>
        在全站找
      </ScreenLink>
    </EmptyState>
  );
}

/** The picked comics; `all` includes those that are not loaded yet. */
function usePicked(ids: number[]) {
  const [picked, setPicked] = useState<ReadonlySet<number> | 'all'>(new Set());
  const loaded = useRef(ids);
  loaded.current = ids;
  const toggle = useCallback((id: number) => {
    setPicked((before) => {
      const next = new Set(before === 'all' ? loaded.current : before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return { picked, setPicked, toggle };
}

/** Adds comics to the favorites. After a failure, which a toast has shown, `onAdded` is not called. */
async function addFavorites(ids: number[], onAdded: () => void): Promise<void> {
  let added = 0;
  try {
    for (const batch of batches(ids)) added += (await request(addFavoriteBatch, { ids: batch })).added;
  } catch {
    return;
  }
  toast(added > 0 ? `已收藏 ${added} 部` : '都在收藏里了');
  void invalidateLists();
  onAdded();
}
