import { userDetail } from '#contract/calls/account';
import type { UserInfo } from '#contract/shapes';
import { useCall } from '../../api/queries.ts';
import { countText } from '../../features/format/count-text.ts';
import { openLogin } from '../../state.ts';
import { Button } from '../../ui/button.tsx';
import { GradeIcon } from './grade-icon.tsx';

const COUNTS = [
  { key: 'subscribed', label: '订阅' },
  { key: 'favorited', label: '收藏' },
  { key: 'read', label: '读过' },
] as const;

/** Who the reader is: grade, name, how far to the next grade, and what they have gathered. */
export function ProfileHeader({ user }: { user: UserInfo }) {
  const { data } = useCall(userDetail, {}, { staleMs: 0, background: true });
  return (
    <header className="page-width pt-6">
      <div className="flex items-center gap-4">
        <GradeIcon level={user.grade.level} className="size-16 shrink-0" />
        <div className="min-w-0 flex-1">
          <p className="truncate text-lg font-semibold">{user.nickname}</p>
          <p className="text-sm text-soft">
            {user.grade.name} · ID {user.id}
          </p>
        </div>
        {!user.registered && <Button onClick={openLogin}>登录</Button>}
      </div>
      <Growth points={data?.growth.points ?? 0} nextAt={data?.growth.nextAt ?? null} known={Boolean(data)} />
      <dl className="mt-4 grid grid-cols-3 text-center">
        {COUNTS.map(({ key, label }) => (
          <div key={key} className="flex flex-col-reverse">
            <dt className="text-xs text-soft">{label}</dt>
            <dd className="text-lg font-semibold">{data ? countText(data.counts[key]) : '–'}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

function Growth({ points, nextAt, known }: { points: number; nextAt: number | null; known: boolean }) {
  const share = nextAt === null ? 1 : Math.min(1, points / nextAt);
  return (
    <div className="mt-4">
      <div className="h-1 overflow-hidden rounded-full bg-sunken">
        <div className="h-full bg-accent" style={{ width: known ? `${share * 100}%` : 0 }} />
      </div>
      <p className="mt-1 text-xs text-soft">
        {!known ? '成长值 –' : nextAt === null ? `成长值 ${points}，已是最高等级` : `成长值 ${points} / ${nextAt}`}
      </p>
    </div>
  );
}
