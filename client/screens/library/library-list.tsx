import { useState } from 'react';
import type { InputOf } from '#contract/call';
import { addFavoriteBatch, type shelf } from '#contract/calls/library';
import { ask } from '../../api/ask.ts';
import { useEndless } from '../../api/endless.ts';
import { queryClient } from '../../api/queries.ts';
import { CARD_GRID, ComicCardSkeleton } from '../../features/comic-card/comic-card.tsx';
import { EndlessList } from '../../features/endless-list/endless-list.tsx';
import { toast } from '../../notices.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EditBar } from './edit-bar.tsx';
import { EntryCard } from './entry-card.tsx';
import { remove, useRemoval } from './removal.ts';
import { EMPTY, type Entry, entryOf, TABS, type Tab } from './tabs.ts';

/** Ids a call takes at once. */
const BATCH = 100;

type LibraryListProps = {
  tab: Tab;
  filter: Pick<InputOf<typeof shelf>, 'filter'>;
  editing: boolean;
  onEdited(): void;
};

/** One list of the library; while it is edited, a tap picks instead of opening. */
export function LibraryList({ tab, filter, editing, onEdited }: LibraryListProps) {
  const { call, removal } = TABS[tab];
  const asked = useEndless(call, filter);
  const gone = useRemoval(({ pending }) => (pending?.listPath === call.path ? pending.ids : null));
  const entries = asked.list?.map(entryOf).filter(({ comic }) => gone !== 'all' && !gone?.includes(comic.id));
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [clearing, setClearing] = useState(false);

  const toggle = (id: number) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  const done = () => {
    setPicked(new Set());
    onEdited();
  };
  const removePicked = () => {
    const ids = [...picked].slice(0, BATCH);
    remove({ calls: removal, listPath: call.path, ids, text: `已删除 ${ids.length} 部` });
    done();
  };
  const favourPicked = async () => {
    try {
      const { added } = await ask(addFavoriteBatch, { ids: [...picked].slice(0, BATCH) });
      toast(added > 0 ? `已收藏 ${added} 部` : '都在收藏里了');
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('my/') });
      done();
    } catch {
      // Told by the one fetch; what was picked stays picked.
    }
  };
  return (
    <>
      <EndlessList
        asked={{ ...asked, list: entries }}
        empty={EMPTY[tab]}
        className={CARD_GRID}
        skeleton={<ComicCardSkeleton />}
      >
        {(entry: Entry, index) => (
          <EntryCard
            key={entry.comic.id}
            entry={entry}
            priority={index < 9}
            picked={editing ? picked.has(entry.comic.id) : null}
            onPick={() => toggle(entry.comic.id)}
          />
        )}
      </EndlessList>
      {editing && entries && entries.length > 0 && (
        <EditBar
          picked={picked.size}
          all={picked.size > 0 && picked.size >= Math.min(BATCH, entries.length)}
          onAll={(all) => setPicked(new Set(all ? entries.slice(0, BATCH).map(({ comic }) => comic.id) : []))}
          onRemove={removePicked}
          onFavour={tab === 'favorite' ? null : () => void favourPicked()}
          onClear={tab === 'history' ? () => setClearing(true) : null}
        />
      )}
      {clearing && (
        <ConfirmDialog
          title="清空历史"
          text="所有阅读历史和续看的位置都会删除。"
          confirm="清空"
          onConfirm={() => {
            setClearing(false);
            remove({ calls: removal, listPath: call.path, ids: 'all', text: '已清空历史' });
            done();
          }}
          onClose={() => setClearing(false)}
        />
      )}
    </>
  );
}
