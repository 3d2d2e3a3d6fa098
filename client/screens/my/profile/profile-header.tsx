import { userDetail } from '#contract/calls/account';
import type { UserInfo } from '#contract/shapes';
import { Button } from '../../../../ui/button.tsx';
import { Avatar } from '../../../features/account/avatar/avatar.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { countText } from '../../../features/text/format/count-text.ts';
import { lastDay } from '../../../features/text/format/deadline-text.ts';
import { paths } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { openLogin } from '../../../state.ts';
import { Growth } from './growth.tsx';

/** The reader's grade, name, library counts, and growth towards the next grade. */
export function ProfileHeader({ user }: { user: UserInfo }) {
  const { data } = useCall(userDetail, {}, { staleMs: 0 });
  const counts = data?.counts;
  const shortcuts = [
    { label: '历史', to: `${paths.library}?tab=history`, count: counts?.read },
    { label: '更新', to: paths.library, count: user.unread.updates },
    { label: '订阅', to: `${paths.library}?tab=subscribe`, count: counts?.subscribed },
    { label: '收藏', to: `${paths.library}?tab=favorite`, count: counts?.favorited },
  ];
  return (
    <header className="pt-6">
      <div className="rounded-2xl bg-sunken px-4 pt-4 pb-2">
        {user.registered ? <Registered user={user} /> : <Anonymous user={user} />}
        <Growth growth={data?.growth} grade={user.grade.name} />
      </div>
      <ul className="mt-4 grid grid-cols-4 text-center">
        {shortcuts.map(({ label, to, count }) => (
          <li key={label}>
            <ScreenLink to={to} className="block active:opacity-70">
              <span className="block text-lg font-semibold">{count === undefined ? '–' : countText(count)}</span>
              <span className="block text-xs text-soft">{label}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </header>
  );
}

function Registered({ user }: { user: UserInfo }) {
  return (
    <div className="flex items-center gap-4">
      <Avatar user={user} className="block size-16 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-lg font-semibold">
          <span className="truncate">{user.nickname}</span>
          {user.pass && (
            <span className="shrink-0 rounded-full bg-tint px-2 py-0.5 text-xs font-medium text-on-tint">月卡</span>
          )}
        </p>
        <p className="text-sm text-soft">
          {user.grade.name} · ID {user.id}
        </p>
        {user.pass && <p className="text-sm text-soft">月卡到 {lastDay(user.pass.until)}</p>}
      </div>
    </div>
  );
}

/** An anonymous reader can read and collect everything, but loses it with the device. */
function Anonymous({ user }: { user: UserInfo }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Avatar user={user} className="block size-12 shrink-0" />
      <div className="min-w-0 flex-1 basis-28">
        <p className="font-semibold break-keep">
          登录后
          <wbr />
          换设备
          <wbr />
          不丢记录
        </p>
        <p className="truncate text-sm text-soft">
          {user.nickname} · ID {user.id}
        </p>
      </div>
      <Button className="shrink-0" onClick={openLogin}>
        登录
      </Button>
    </div>
  );
}
