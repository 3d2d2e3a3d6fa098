import { useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { PhoneSheet } from '../../features/account/phone-sheet/phone-sheet.tsx';
import { useFreshProfile } from '../../features/account/use-fresh-profile.ts';
import { useSignedToday } from '../../features/buying/attendance/use-signed-today.ts';
import { Balances } from '../../features/buying/balances.tsx';
import type { Gift } from '../../features/buying/gifts/claim-gift.ts';
import { EmptyWithRecommended } from '../../features/listings/recommended.tsx';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { paths } from '../../paths.ts';
import { openLogin, useClientState } from '../../state.ts';
import { ClaimedGift, OpenGift, PastGift } from './gift-card.tsx';
import { useClaim, useGifts } from './use-gifts.ts';

/** The index of the screen, which is its banner slot. */
const SLOT = 10;

/** The gifts that can be claimed, and those that were. */
export function GiftboxScreen() {
  useScreenTitle('礼包');
  useFreshProfile();
  return (
    <>
      <header className="sticky top-0 z-20 border-b border-line pt-[env(safe-area-inset-top)] frosted">
        <div className="page-width flex min-h-(--bar) flex-wrap items-center justify-between gap-x-2">
          <h1 className="flex min-h-11 items-center text-lg font-semibold">礼包</h1>
          <div className="mr-[-16px] flex">
            <ScreenLink to={paths.event} className={buttonClass('quiet')}>
              活动
            </ScreenLink>
            <ScreenLink to={paths.attendance} className={buttonClass('quiet')}>
              每日签到
            </ScreenLink>
          </div>
        </div>
      </header>
      <main className="flow-root pb-[calc(env(safe-area-inset-bottom)+32px)]">
        <WithBanners slot={SLOT} waiting={<GiftsSkeleton />}>
          <Gifts />
        </WithBanners>
      </main>
    </>
  );
}

function Gifts() {
  const { groups, error, retry } = useGifts();
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (!groups) return <GiftsSkeleton />;
  const { open, claimed, past } = groups;
  if (open.length + claimed.length + past.length === 0) return <NoGifts />;
  return (
    <div className="page-width">
      <div className="mt-4 rounded-2xl bg-sunken py-2">
        <Balances kinds={['bonus', 'tickets']} />
      </div>
      {open.length > 0 ? <OpenGifts gifts={open} /> : <AllClaimed />}
      {claimed.length > 0 && (
        <GiftList title="已领取">
          {claimed.map((one) => (
            <ClaimedGift key={one.id} gift={one} />
          ))}
        </GiftList>
      )}
      {past.length > 0 && (
        <GiftList title="已过期">
          {past.map((one) => (
            <PastGift key={one.id} gift={one} />
          ))}
        </GiftList>
      )}
    </div>
  );
}

function OpenGifts({ gifts }: { gifts: readonly Gift[] }) {
  const user = useClientState((state) => state.userInfo);
  const [binding, setBinding] = useState(false);
  const { busy, claim } = useClaim();
  const ready = gifts.filter(({ needs }) => needs === null).length;
  return (
    <GiftList
      title="可领取"
      action={
        ready > 1 && (
          <Button disabled={busy !== null} onClick={() => claim('all')}>
            全部领取
          </Button>
        )
      }
    >
      {gifts.map((one) => (
        <OpenGift key={one.id} gift={one}>
          {one.needs === null ? (
            <Button
              className="shrink-0"
              look={ready > 1 ? 'tinted' : 'primary'}
              aria-label={`领取 ${one.title}`}
              disabled={busy !== null}
              onClick={() => claim(one.id)}
            >
              领取
            </Button>
          ) : (
            <Button
              className="shrink-0"
              look="tinted"
              aria-label={`去绑定手机号，领取 ${one.title}`}
              onClick={user?.registered ? () => setBinding(true) : openLogin}
            >
              去绑定
            </Button>
          )}
        </OpenGift>
      ))}
      {binding && user && <PhoneSheet user={user} onClose={() => setBinding(false)} />}
    </GiftList>
  );
}

type GiftListProps = { title: string; action?: React.ReactNode; children: React.ReactNode };

function GiftList({ title, action, children }: GiftListProps) {
  return (
    <section aria-label={title} className="mt-6">
      <div className="flex min-h-11 items-center justify-between">
        <h2 className="text-sm text-soft">{title}</h2>
        {action}
      </div>
      <ul className="mt-2 grid grid-cols-1 gap-3 lg:grid-cols-2">{children}</ul>
    </section>
  );
}

/** Nothing is left to claim; links to other rewards. */
function AllClaimed() {
  const { text, label } = useAttendanceWords();
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3 rounded-2xl bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-40 text-soft">可领的都领到了。{text}</p>
      <ScreenLink to={paths.attendance} className={buttonClass('tinted', 'shrink-0')}>
        {label}
      </ScreenLink>
    </div>
  );
}

function NoGifts() {
  const { text, label } = useAttendanceWords();
  return (
    <EmptyWithRecommended title="现在没有礼包" hint={`有新礼包时，「礼包」旁会亮起小圆点。${text}`}>
      <ScreenLink to={paths.attendance} className={buttonClass()}>
        {label}
      </ScreenLink>
    </EmptyWithRecommended>
  );
}

function useAttendanceWords() {
  const isSigned = useSignedToday();
  if (isSigned) return { text: '今天已签到，明天还有奖励。', label: '看签到' };
  return { text: '签到每天都有奖励。', label: isSigned === undefined ? '每日签到' : '去签到' };
}

function GiftsSkeleton() {
  return (
    <div aria-hidden className="page-width">
      <Skeleton className="mt-4 h-16 rounded-2xl" />
      <div className="mt-6 flex flex-col gap-3 pt-13">
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} className="h-26 rounded-2xl" />
        ))}
      </div>
    </div>
  );
}
