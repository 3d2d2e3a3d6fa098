import type { DataOf } from '#contract/call';
import { waitComics } from '#contract/calls/comic';
import type { UserInfo } from '#contract/shapes';
import { leftText } from '../../../features/buying/chapters/left-text.ts';
import { useSecondsLeft } from '../../../features/text/countdown/use-seconds-left.ts';
import { comicPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { LinkRow, RowGroup } from '../parts/row.tsx';

type Waiting = DataOf<typeof waitComics>['list'][number];

/** The comics of 等就免费 that the reader uses, those that are ready first; nothing without any. */
export function WaitRows({ user }: { user: UserInfo }) {
  // A list that can't be fetched is left out, because it is not the main content of the screen.
  const { data } = useCall(waitComics, {}, { skip: !user.registered, background: true });
  if (!data || data.list.length === 0) return null;
  return (
    <RowGroup title="等就免费">
      {data.list.map((waiting) => (
        <WaitRow key={waiting.comic.id} waiting={waiting} />
      ))}
    </RowGroup>
  );
}

function WaitRow({ waiting: { comic, readyAt } }: { waiting: Waiting }) {
  const seconds = useSecondsLeft(readyAt ?? '1970-01-01T00:00:00.000Z');
  const value = seconds > 0 ? `剩 ${leftText(seconds)}` : <span className="text-accent">可免费读 1 话</span>;
  return <LinkRow to={comicPath(comic.id)} icon="wait" label={comic.title} value={value} />;
}
