import { useParams } from 'react-router';
import { viewReader } from '#contract/console/readers';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { type Me, useAnswer } from '../runtime/queries.ts';
import { AccountActions } from './account-actions.tsx';
import { BalanceCard } from './balance-card.tsx';
import { SearchForm } from './search-form.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { nameText, type Reader } from './words.ts';

export function ReaderPage({ person }: { person: Me }) {
  const id = Number(useParams().id);
  const query = useAnswer(viewReader, { id });
  return (
    <Page title={query.data ? query.data.nickname : '读者'}>
      <SearchForm />
      <Loaded query={query}>
        {(reader) => (
          <>
            <AccountCard reader={reader} isOwner={person.role === 'owner'} />
            <BalanceCard reader={reader} />
            <TimelineCard id={reader.id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function AccountCard({ reader, isOwner }: { reader: Reader; isOwner: boolean }) {
  const { id, createdAt, seenAt, points, teen, sessions, hasPassword } = reader;
  const facts = [
    ['编号', String(id)],
    ['首次访问', timeText(createdAt)],
    ['最近使用', seenAt === null ? '第一天' : timeText(seenAt)],
    ['密码', hasPassword ? '已设' : '没有'],
    ['成长值', String(points)],
    ['未成年人模式', teen ? '开着' : '关着'],
    ['登录着的设备', sessions.map(({ device }) => device).join('、') || '没有'],
  ];
  return (
    <Card title="账号" hint={nameText(reader)}>
      <Warnings reader={reader} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr_auto_1fr]">
        {facts.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-soft">{term}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
      <Looks looks={reader.looks} />
      <AccountActions reader={reader} isOwner={isOwner} />
    </Card>
  );
}

/** The members of staff who have seen the whole phone number. */
function Looks({ looks }: Pick<Reader, 'looks'>) {
  if (looks.length === 0) return null;
  return (
    <details className="mt-3 text-sm text-soft">
      <summary className="flex min-h-11 cursor-pointer items-center text-accent">看过手机号的人</summary>
      <ul>
        {looks.map(({ at, by, reason }) => (
          <li key={at + by} className="break-words">
            {timeText(at)} {by}：{reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Warnings({ reader: { bannedAt, bannedUntil, erasesAt } }: { reader: Reader }) {
  const warnings = [
    bannedAt && `${timeText(bannedAt)} 起停用，${bannedUntil ? `到 ${timeText(bannedUntil)}` : '没有期限'}`,
    erasesAt && `已申请注销，${timeText(erasesAt)} 删除数据`,
  ].filter((text) => text !== null);
  if (warnings.length === 0) return null;
  return (
    <ul className="mb-3 rounded-lg bg-sunken px-3 py-2 text-warm">
      {warnings.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
