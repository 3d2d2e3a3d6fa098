import { useState } from 'react';
import { followAuthor, followedAuthors } from '#contract/calls/library';
import { author } from '#contract/calls/listings';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { cardsOf } from '../../features/comics/comic-card/info-card.tsx';
import { ComicGridSkeleton } from '../../features/listings/comic-grid.tsx';
import { ListEnd } from '../../features/listings/list-end.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { useSearchParams } from '../../features/navigation/use-search-params.ts';
import { toast } from '../../notices.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { queryClient, useCall } from '../../runtime/queries/queries.ts';
import { request } from '../../runtime/request.ts';

/** The longest name that the contract accepts. */
const NAME_MAX = 200;

/** An author: the works, the latest first, and 关注. */
export function AuthorScreen() {
  const [params] = useSearchParams();
  const name = params.get('name')?.trim() ?? '';
  return name === '' || name.length > NAME_MAX ? (
    <TitledScreen title="作者">
      <MissingState title="没有这位作者" />
    </TitledScreen>
  ) : (
    <Author key={name} name={name} />
  );
}

function Author({ name }: { name: string }) {
  const { list, more, loadMore, error, retry } = useEndless(author, { name });
  const isWhole = more === 'end';
  const { Card, columns } = cardsOf(list?.length ?? 0, isWhole);
  return (
    <TitledScreen title="作者">
      <header className="page-width flex items-center gap-4 pt-6">
        <span
          aria-hidden
          className="flex size-16 shrink-0 items-center justify-center rounded-full bg-tint text-2xl font-semibold text-on-tint"
        >
          {[...name][0]}
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-xl font-semibold">{name}</h2>
          <p className="h-5 text-sm leading-5 text-soft">{list && isWhole && `${list.length} 部作品`}</p>
        </div>
        {list !== undefined && list.length > 0 && <FollowAuthor name={name} />}
      </header>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !list ? (
        <ComicGridSkeleton />
      ) : list.length === 0 && isWhole ? (
        <EmptyState title="还没有这位作者的漫画" hint="可能已经下架，或作者改了名字。" />
      ) : (
        <>
          <ul aria-label="作品" className={`page-width pt-6 ${columns}`}>
            {list.map((comic) => (
              <li key={comic.id} className="min-w-0">
                <Card comic={comic} authorless />
              </li>
            ))}
          </ul>
          {!isWhole && <ListEnd more={more} onMore={loadMore} />}
        </>
      )}
    </TitledScreen>
  );
}

/** Follows an author, or no longer. The new state is shown at once, and the old one again if the call fails. */
function FollowAuthor({ name }: { name: string }) {
  const { data } = useCall(followAuthor, { name }, { background: true, staleMs: 0 });
  const [chosen, choose] = useState<boolean | null>(null);
  const [sending, setSending] = useState(false);
  const followed = chosen ?? data?.followed ?? false;
  const change = async () => {
    const on = !followed;
    choose(on);
    setSending(true);
    try {
      await request(followAuthor, { name, on });
      if (on) toast('已关注，书架的「追更」里可以找到');
      void queryClient.invalidateQueries({ queryKey: [followedAuthors.path] });
    } catch {
      // A toast has shown why.
      choose(!on);
    } finally {
      setSending(false);
    }
  };
  return (
    <Button
      look={followed ? 'tinted' : 'primary'}
      aria-pressed={followed}
      disabled={data === undefined || sending}
      onClick={() => void change()}
    >
      {followed ? '已关注' : '关注'}
    </Button>
  );
}
