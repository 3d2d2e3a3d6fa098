import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ChoiceRow } from '../../features/choice-row/choice-row.tsx';
import { ComicGridSkeleton } from '../../features/comic-grid/comic-grid.tsx';
import { useScreenTitle } from '../../features/screen-title/use-screen-title.ts';
import { UnderBanners } from '../../features/under-banners/under-banners.tsx';
import { Button } from '../../ui/button.tsx';
import { LibraryList } from './library-list.tsx';
import { tellRemoval } from './removal.ts';
import { FILTERS, type Filter, TABS, type Tab } from './tabs.ts';
import { UndoBar } from './undo-bar.tsx';

/** The index of the screen, which is its banner slot. */
const SLOT = 9;

const CHOICES = (Object.keys(TABS) as Tab[]).map((key) => ({ key, label: TABS[key].label }));

/** Everything a reader keeps: the shelf, what they follow, what they favour, what they have read. */
export function LibraryScreen() {
  useScreenTitle('书架');
  const [asked, setAsked] = useSearchParams();
  const tab = CHOICES.find(({ key }) => key === asked.get('tab'))?.key ?? 'shelf';
  const [filter, setFilter] = useState<Filter>('all');
  const [editing, setEditing] = useState(false);
  useEffect(() => () => void tellRemoval(), []);

  const pick = (next: Tab) => {
    setEditing(false);
    setAsked(next === 'shelf' ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  };
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <div className="page-width flex h-14 items-center justify-between pt-[env(safe-area-inset-top)]">
        <h1 className="text-lg font-semibold">书架</h1>
        <Button look="quiet" className="-mr-4" onClick={() => setEditing(!editing)}>
          {editing ? '完成' : '编辑'}
        </Button>
      </div>
      <ChoiceRow label="书架里的" choices={CHOICES} picked={tab} onPick={pick} />
      {tab === 'shelf' && (
        <ChoiceRow label="只看" choices={FILTERS} picked={filter} onPick={(next) => setFilter(next)} />
      )}
      <UnderBanners slot={SLOT} waiting={<ComicGridSkeleton />}>
        <LibraryList
          key={tab === 'shelf' ? `${tab} ${filter}` : tab}
          tab={tab}
          filter={tab === 'shelf' && filter !== 'all' ? { filter } : {}}
          editing={editing}
          onEdited={() => setEditing(false)}
        />
      </UnderBanners>
      <UndoBar />
    </main>
  );
}
