import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SortIcon } from '../../../ui/screen-icons.tsx';
import { useFreshProfile } from '../../features/account/use-fresh-profile.ts';
import { ChoiceRow } from '../../features/listings/choice-row.tsx';
import { ComicGridSkeleton } from '../../features/listings/comic-grid.tsx';
import { OfflineNote } from '../../features/listings/listing-gestures/offline-note.tsx';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { TabRow } from '../../features/navigation/tab-row.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { useSearchParams } from '../../features/navigation/use-search-params.ts';
import { useClientState } from '../../state.ts';
import { LibraryList } from './library-list.tsx';
import { invalidateLists, sendRemoval } from './removal.ts';
import { FILTERS, type Filter, SORTS, type Sort, TABS, type Tab } from './tabs.ts';
import { UndoBar } from './undo-bar.tsx';

/** The index of the screen, which is its banner slot. */
const SLOT = 9;

const CHOICES = (Object.keys(TABS) as Tab[]).map((key) => ({ key, label: TABS[key].label }));

/** The reader's library: shelf, subscriptions, favourites and history. */
export function LibraryScreen() {
  useScreenTitle('书架');
  useFreshProfile();
  useNewChapters();
  const [params, setParams] = useSearchParams();
  const tab = CHOICES.find(({ key }) => key === params.get('tab'))?.key ?? 'shelf';
  const [filter, setFilter] = useState<Filter>('all');
  const [sort, setSort] = useState<Sort>('recent');
  const [editing, setEditing] = useState(false);
  const [filled, setFilled] = useState(false);
  useEffect(() => () => void sendRemoval(), []);

  const pick = (next: Tab) => {
    setEditing(false);
    setParams(next === 'shelf' ? {} : { tab: next }, { replace: true });
  };
  const narrow = (next: Filter) => {
    setEditing(false);
    setFilter(next);
  };
  const turn = () => {
    setEditing(false);
    setSort(SORTS[sort].next);
  };
  const narrowed = tab === 'shelf' ? filter : 'all';
  return (
    <>
      <header className="sticky top-0 z-20 border-b border-line pt-[env(safe-area-inset-top)] frosted">
        <div className="page-width flex min-h-(--bar) items-center justify-between gap-2">
          <h1 className="sr-only">书架</h1>
          <TabRow label="书架里的" tabs={CHOICES} picked={tab} onPick={pick} />
          {filled && (
            <Button look="quiet" className="mr-[-16px] shrink-0" onClick={() => setEditing(!editing)}>
              {editing ? '完成' : '编辑'}
            </Button>
          )}
        </div>
      </header>
      <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
        {tab === 'shelf' && (
          <div className="shelf-choices">
            <ChoiceRow label="只看" choices={FILTERS} picked={filter} onPick={narrow} />
            <button type="button" className="flex h-11 items-center gap-1 px-2 text-sm text-soft" onClick={turn}>
              <SortIcon className="size-4" />
              {SORTS[sort].label}
            </button>
          </div>
        )}
        <WithBanners slot={SLOT} waiting={<ComicGridSkeleton />}>
          <LibraryList
            key={`${tab} ${narrowed} ${sort}`}
            tab={tab}
            filter={narrowed}
            sort={tab === 'shelf' ? sort : 'recent'}
            editing={editing}
            onEdited={() => setEditing(false)}
            onFilled={setFilled}
          />
        </WithBanners>
      </main>
      <UndoBar />
      <OfflineNote />
    </>
  );
}

/** Refetches the lists when a chapter is published, or read on another device, while they are shown. */
function useNewChapters() {
  const updates = useClientState(({ userInfo }) => userInfo?.unread.updates);
  const [known, setKnown] = useState(updates);
  useEffect(() => {
    if (updates === known) return;
    setKnown(updates);
    void invalidateLists();
  }, [updates, known]);
}
