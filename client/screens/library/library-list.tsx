import { useCallback, useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { CARD_GRID, ComicCardSkeleton } from '../../features/comics/comic-card/comic-card.tsx';
import { useDownloadedComics } from '../../features/downloads/use-downloaded-chapters.ts';
import { EndlessList } from '../../features/listings/endless-list.tsx';
import { Recommended } from '../../features/listings/recommended.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { useReadAhead } from '../../features/reading/read-ahead/use-read-ahead.ts';
import { searchPath } from '../../paths.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { EditActions } from './edit-actions.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { EntryCard } from './entry-card.tsx';
import { EmptyGroup } from './groups/empty-group.tsx';
import { refetchGroups } from './groups/groups.ts';
import { HistoryRow, HistoryRowSkeleton } from './history-row.tsx';
import { FEW_TO_SEARCH, matching } from './matching.ts';
import { OfflineShelf } from './offline-shelf.tsx';
import { useRemoved } from './removal.ts';
import { storeShelf } from './stored-shelf.ts';
import { EMPTY, filterOf, type Item, isFiltered, type Sort, TABS, type Tab } from './tabs.ts';

/** The most items that a call returns. */
const PAGE = 50;
/** With this many comics or fewer, recommended comics fill the rest of the screen. */
const FEW = 3;

type LibraryListProps = {
  tab: Tab;
  /** Shows only this group of the shelf. */
  groupId: number | null;
  /** Orders the shelf. */
  sort: Sort;
  editing: boolean;
  /** Shows placeholders, also if the list is there. */
  isWaiting: boolean;
  onEdited(): void;
  /** Called with whether there is anything to edit. */
  onFilled(filled: boolean): void;
};

/** One list of the library. While it is edited, a tap picks an entry instead of opening it. */
export function LibraryList({ tab, groupId, sort, editing, isWaiting, onEdited, onFilled }: LibraryListProps) {
  const { list, shown: items, isComplete } = useShownItems(tab, groupId, sort);
  const all = isWaiting ? undefined : items;
  const isWhole = tab === 'shelf' && groupId === null;
  useEffect(() => {
    if (isWhole && sort === 'recent' && all) storeShelf(all);
  }, [isWhole, sort, all]);
  const downloaded = useDownloadedComics();
  const [text, setText] = useState('');
  const shown = all && matching(all, text);
  const ids = shown?.map(({ comic }) => comic.id) ?? [];
  useLoadAll(list, text !== '');
  const isEditable = ids.length > 0 && TABS[tab].removeCalls.length > 0;
  useEffect(() => onFilled(isEditable), [isEditable, onFilled]);
  const [latest] = shown ?? [];
  useReadAhead(!editing && latest ? openChapterOf(latest) : null);
  const { picked, setPicked, toggle } = usePicked(ids);
  const done = () => {
    setPicked(new Set());
    onEdited();
  };
  const pickAll = (all: boolean) =>
    setPicked(!all ? new Set() : isComplete || isFiltered(tab, groupId) || text ? new Set(ids) : 'all');
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
        <OfflineShelf
          message={list.error.message}
          onRetry={() => {
            list.retry();
            void refetchGroups();
          }}
        />
      ) : all?.length === 0 && isComplete ? (
        groupId === null ? (
          <EmptyLibrary {...EMPTY[tab]} />
        ) : (
          <EmptyGroup />
        )
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
        <EditActions
          tab={tab}
          groupId={groupId}
          picked={picked}
          all={picked === 'all' || ids.every((id) => picked.has(id))}
          onAll={pickAll}
          onDone={done}
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
function useShownItems(tab: Tab, group: number | null, sort: Sort) {
  const { call } = TABS[tab];
  const filterPayload = {
    size: PAGE,
    ...filterOf(tab),
    ...(group !== null && { group }),
    ...(sort !== 'recent' && { sort }),
  };
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
