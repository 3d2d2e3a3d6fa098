import type { DataOf } from '#contract/call';
import { payLog } from '#contract/calls/wallet';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { EndlessList } from '../../../features/listings/endless-list.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { momentText } from '../../../features/text/format/time-text.ts';
import { chapterPath, comicPath } from '../../../paths.ts';
import { useEndless } from '../../../runtime/queries/endless.ts';
import { changesOf } from './changes.ts';

type Entry = DataOf<typeof payLog>['list'][number];

/** Every change of the reader's balances, the newest first. */
export function SpendingRecords() {
  const list = useEndless(payLog, {}, { staleMs: 0 });
  return (
    <EndlessList
      list={list}
      empty={{ title: '还没有收支', hint: '漫币、赠币和阅读券的每一次增减都会在这里。' }}
      className="flex flex-col"
      skeleton={<Skeleton className="mb-4 h-16 w-full rounded-2xl" />}
    >
      {(entry, index) => <Row key={`${entry.at} ${index}`} entry={entry} />}
    </EndlessList>
  );
}

function Row({ entry }: { entry: Entry }) {
  const names = useAssetNames();
  const { at, title, balance, comicId, chapterId } = entry;
  const to = chapterId ? chapterPath(chapterId) : comicId ? comicPath(comicId) : null;
  return (
    <li className="flex min-h-16 items-center gap-3 border-b border-line py-3">
      <div className="min-w-0 flex-1">
        {to ? (
          <ScreenLink to={to} className="-my-2.5 inline-flex min-h-11 items-center">
            {title}
          </ScreenLink>
        ) : (
          <p>{title}</p>
        )}
        <p className="mt-0.5 text-xs text-soft">
          {momentText(at)} · 余额 {balance.coins} {names.coins} {balance.bonus} {names.bonus} {balance.tickets} 券
        </p>
      </div>
      <ul className="shrink-0 text-right text-sm">
        {changesOf(entry, names).map(({ text, gain }) => (
          <li key={text} className={gain ? 'font-medium text-accent' : 'font-medium'}>
            {text}
          </li>
        ))}
      </ul>
    </li>
  );
}
