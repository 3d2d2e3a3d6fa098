import { userDetail } from '#contract/calls/account';
import type { UserInfo } from '#contract/shapes';
import { countText } from '../../../features/format/count-text.ts';
import { ScreenLink } from '../../../features/screen-link/screen-link.tsx';
import { paths } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { openLogin } from '../../../state.ts';
import { Button } from '../../../ui/button.tsx';
import { GradeIcon } from './grade-icon.tsx';

const COUNTS = [
  { key: 'subscribed', label: '订阅', tab: 'subscribe' },
  { key: 'favorited', label: '收藏', tab: 'favorite' },
  { key: 'read', label: '读过', tab: 'history' },
] as const;

/** The reader's grade, name, growth towards the next grade, and library counts. */
export function ProfileHeader({ user }: { user: UserInfo }) {
  const { data } = useCall(userDetail, {}, { staleMs: 0 });
  return (
    <header className="page-width pt-6">
      <div className="flex flex-wrap items-center gap-4">
        <GradeIcon level={user.grade.level} className="size-16 shrink-0" />
        <div className="min-w-0 flex-1 basis-32">
          <p className="truncate text-lg font-semibold">{user.nickname}</p>
          <p className="text-sm text-soft">
            {user.grade.name} · ID {user.id}
          </p>
        </div>
        {!user.registered && <Button onClick={openLogin}>登录</Button>}
      </div>
      <Growth points={data?.growth.points ?? 0} nextAt={data?.growth.nextAt ?? null} known={Boolean(data)} />
      <ul className="mt-4 grid grid-cols-3 text-center">
        {COUNTS.map(({ key, label, tab }) => (
          <li key={key}>
            <ScreenLink to={`${paths.library}?tab=${tab}`} className="block active:opacity-70">
              <span className="block text-lg font-semibold">{data ? countText(data.counts[key]) : '–'}</span>
              <span className="block text-xs text-soft">{label}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
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
