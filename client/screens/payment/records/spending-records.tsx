import type { DataOf } from '#contract/call';
import { payLog } from '#contract/calls/wallet';
import { RewardPicture } from '../../../../ui/reward-pictures.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { EndlessList } from '../../../features/listings/endless-list.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { momentText, monthText } from '../../../features/text/format/time-text.ts';
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
      {(entry, index) => <Row key={`${entry.at} ${index}`} entry={entry} before={list.list?.[index - 1]} />}
    </EndlessList>
  );
}

function Row({ entry, before }: { entry: Entry; before: Entry | undefined }) {
  const names = useAssetNames();
  const { at, title, balance, comicId, chapterId } = entry;
  const to = chapterId ? chapterPath(chapterId) : comicId ? comicPath(comicId) : null;
  const changes = changesOf(entry, names);
  const balances = changes.map(({ kind }) => `${balance[kind]} ${names[kind]}`).join('、');
  const month = monthText(at);
  return (
    <li>
      {month !== (before && monthText(before.at)) && (
        <h2 className="border-b border-line pt-2 pb-1 text-sm text-soft">{month}</h2>
      )}
      <div className="flex min-h-16 items-center gap-3 border-b border-line py-3">
        {changes[0] && <RewardPicture kind={changes[0].kind} className="size-7 shrink-0" />}
        <div className="min-w-0 flex-1">
          {to ? (
            <ScreenLink to={to} className="-my-2.5 inline-flex min-h-11 items-center">
              {title}
            </ScreenLink>
          ) : (
            <p>{title}</p>
          )}
          <p className="mt-0.5 text-xs text-soft">
            {momentText(at)}
            {balances && ` · 余额 ${balances}`}
          </p>
        </div>
        <ul className="shrink-0 text-right text-sm">
          {changes.map(({ text, gain }) => (
            <li key={text} className={gain ? 'font-medium text-accent' : 'font-medium'}>
              {text}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
