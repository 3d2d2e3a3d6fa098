import { useEffect, useState } from 'react';
import { shelf } from '#contract/calls/library';
import { Button } from '../../../ui/button.tsx';
import { SortIcon } from '../../../ui/screen-icons.tsx';
import { useFreshProfile } from '../../features/account/use-fresh-profile.ts';
import { ComicGridSkeleton } from '../../features/listings/comic-grid.tsx';
import { OfflineNote } from '../../features/listings/listing-gestures/offline-note.tsx';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { TabRow } from '../../features/navigation/tab-row.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { useSearchParams } from '../../features/navigation/use-search-params.ts';
import { useClientState } from '../../state.ts';
import { FollowedAuthors } from './followed-authors.tsx';
import { LibraryList } from './library-list.tsx';
import { invalidateLists, sendRemoval } from './removal.ts';
import { ShelfChoices } from './shelf-choices.tsx';
import { SORTS, type Sort, TABS, type Tab } from './tabs.ts';
import { UndoBar } from './undo-bar.tsx';

/** The index of the screen, which is its banner slot. */
const SLOT = 9;

/** The parts of the library. */
type Part = 'shelf' | 'history';
const PARTS: { key: Part; label: string }[] = [
  { key: 'shelf', label: '书架' },
  { key: 'history', label: '历史' },
];

/** The reader's library: the shelf with its lists, and the history. */
export function LibraryScreen() {
  useScreenTitle('书架');
  useFreshProfile();
  useNewChapters();
  const [params, setParams] = useSearchParams();
  const tab = readTab(params.get('tab'));
  const [sort, setSort] = useState<Sort>('recent');
  const [editing, setEditing] = useState(false);
  const [filled, setFilled] = useState(false);
  useEffect(() => () => void sendRemoval(), []);

  const pick = (next: Tab) => {
    setEditing(false);
    setParams(next === 'shelf' ? {} : { tab: next }, { replace: true });
  };
  const turn = () => {
    setEditing(false);
    setSort(SORTS[sort].next);
  };
  const isSortable = TABS[tab].call === shelf;
  return (
    <>
      <header className="sticky top-0 z-20 border-b border-line pt-[env(safe-area-inset-top)] frosted">
        <div className="page-width flex min-h-(--bar) flex-wrap items-center gap-x-1">
          <h1 className="sr-only">书架</h1>
          <TabRow label="书架里的" tabs={PARTS} picked={tab === 'history' ? 'history' : 'shelf'} onPick={pick} />
          {isSortable && (
            <button
              type="button"
              className="ml-auto flex h-11 items-center gap-1 px-2 text-sm whitespace-nowrap text-soft"
              onClick={turn}
            >
              <SortIcon className="size-4" />
              {SORTS[sort].label}
            </button>
          )}
          {filled && (
            <Button
              look="quiet"
              className={`mr-[-16px] shrink-0 ${isSortable ? '' : 'ml-auto'}`}
              onClick={() => setEditing(!editing)}
            >
              {editing ? '完成' : '编辑'}
            </Button>
          )}
        </div>
      </header>
      <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
        {tab !== 'history' && <ShelfChoices picked={tab} onPick={pick} />}
        {tab === 'subscribe' && !editing && <FollowedAuthors />}
        <WithBanners slot={SLOT} waiting={<ComicGridSkeleton />}>
          <LibraryList
            key={`${tab} ${sort}`}
            tab={tab}
            sort={isSortable ? sort : 'recent'}
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

function readTab(name: string | null): Tab {
  return name !== null && Object.hasOwn(TABS, name) ? (name as Tab) : 'shelf';
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
