import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useFreshProfile } from '../../features/account/use-fresh-profile.ts';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { paths } from '../../paths.ts';
import { session } from '../../runtime/browser.ts';
import { useClientState } from '../../state.ts';
import { AccountRows } from './account/account-rows.tsx';
import { DeviceRows } from './device/device-rows.tsx';
import { LeaveRows } from './leaving/leave-rows.tsx';
import { LinkRow, RowGroup } from './parts/row.tsx';
import { ProfileHeader } from './profile/profile-header.tsx';
import { WaitRows } from './waiting/wait-rows.tsx';
import { WalletCard } from './wallet/wallet-card.tsx';
import './my.css';

/** The index of the screen, which is its banner slot. */
const SLOT = 13;

/** The reader's own page. */
export function MyScreen() {
  useScreenTitle('我的');
  const user = useClientState((state) => state.userInfo);
  const failed = useClientState((state) => state.session === 'failed');
  useFreshProfile();
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <h1 className="sr-only">我的</h1>
      {user ? (
        <>
          <div className="my-top page-width">
            <ProfileHeader user={user} />
            <WalletCard user={user} />
          </div>
          <WithBanners slot={SLOT} waiting={<RowsSkeleton />}>
            <div className="my-rows">
              <RowGroup title="消息与内容" untitled>
                {user.unread.notices !== undefined && (
                  <LinkRow
                    to={paths.notices}
                    icon="bell"
                    label="消息"
                    value={user.unread.notices > 0 ? `${user.unread.notices} 条未读` : undefined}
                  />
                )}
                <LinkRow to={paths.downloads} icon="download" label="下载的漫画" />
                <LinkRow to={paths.event} icon="event" label="活动" />
                <LinkRow to={paths.themes} icon="theme" label="专题" />
              </RowGroup>
              <AccountRows user={user} />
              <DeviceRows user={user} />
              <RowGroup title="帮助">
                <LinkRow
                  to={paths.faq}
                  icon="question"
                  label="常见问题与反馈"
                  value={user.unread.feedback > 0 ? `${user.unread.feedback} 条新回复` : undefined}
                />
                <LinkRow to={paths.service} icon="rules" label="服务条款" />
                <LinkRow to={paths.privacy} icon="key" label="隐私政策" />
              </RowGroup>
              <WaitRows user={user} />
              <LeaveRows user={user} />
            </div>
          </WithBanners>
        </>
      ) : failed ? (
        <ErrorState message="暂时连接不上" onRetry={() => void session.start()} />
      ) : (
        <div className="page-width min-h-dvh pt-6" aria-hidden>
          <Skeleton className="h-64 w-full rounded-2xl" />
          <RowsSkeleton />
        </div>
      )}
      <SiteFooter />
    </main>
  );
}

function RowsSkeleton() {
  return (
    <div className="page-width flex flex-col gap-6 pt-6" aria-hidden>
      <Skeleton className="h-48 w-full rounded-2xl" />
      <Skeleton className="h-48 w-full rounded-2xl" />
    </div>
  );
}

const LINK = 'inline-flex min-h-11 items-center px-4';

/** The site's operator and registrations, which Chinese law requires to be shown. */
function SiteFooter() {
  const config = useClientState((state) => state.config);
  if (!config) return null;
  const { name, icp, police, contact } = config.site;
  return (
    <footer className="page-width flex flex-col items-center gap-1 pt-8 text-xs text-soft">
      {contact && <p>联系我们：{contact}</p>}
      {icp && (
        <a className={LINK} href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
          {icp}
        </a>
      )}
      {police && (
        <a className={LINK} href="https://beian.mps.gov.cn/" target="_blank" rel="noopener noreferrer">
          {police}
        </a>
      )}
      <p>
        {name} {config.version}
      </p>
    </footer>
  );
}
