import { type FormEvent, useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ClosedToTeens } from '../../features/account/closed-to-teens.tsx';
import { useProofWork } from '../../features/account/proof/send-with-proof.ts';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { rewardText } from '../../features/buying/reward-words/reward-text.ts';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { lastDay } from '../../features/text/format/deadline-text.ts';
import { paths } from '../../paths.ts';
import { session } from '../../runtime/browser.ts';
import { openLogin, useClientState } from '../../state.ts';
import { type Redeemed, useRedeem } from './use-redeem.ts';

/** Uses redeem codes. Nothing leads here while no code can be used, but a reader may have a code that has ended. */
export function RedeemScreen() {
  return (
    <TitledScreen title="兑换码">
      <Content />
    </TitledScreen>
  );
}

function Content() {
  const user = useClientState((state) => state.userInfo);
  const failed = useClientState((state) => state.session === 'failed');
  if (!user && failed) return <ErrorState message="暂时连接不上" onRetry={() => void session.start()} />;
  if (!user) return <Skeleton className="mx-4 mt-6 h-40" />;
  if (user.teen) return <ClosedToTeens title="未成年人模式下不能使用兑换码" />;
  if (!user.registered)
    return (
      <EmptyState title="登录后才能使用兑换码" hint="兑换得到的会放进你的账号，换了设备也在。">
        <Button onClick={openLogin}>登录</Button>
      </EmptyState>
    );
  return <Redeeming />;
}

function Redeeming() {
  const { busy, problem, redeemed, use, clearProblem, startAgain } = useRedeem();
  const proving = useProofWork(({ working }) => working);
  const [text, setText] = useState('');
  if (redeemed)
    return (
      <RedeemedCard
        redeemed={redeemed}
        onAgain={() => {
          setText('');
          startAgain();
        }}
      />
    );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) use(text);
  };
  return (
    <form className="page-width mx-auto flex max-w-md flex-col gap-4 pt-6" onSubmit={onSubmit} noValidate>
      <TextField
        label="兑换码"
        value={text}
        onText={(typed) => {
          setText(typed);
          clearProblem();
        }}
        hint="16 位字母和数字，大小写、空格和横线都不影响"
        error={problem}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={100}
      />
      <Button type="submit" className="w-full" disabled={busy || text.trim() === ''}>
        {proving ? '正在安全验证…' : busy ? '正在兑换…' : '兑换'}
      </Button>
    </form>
  );
}

/** The assets that a code has given, and the balances of the reader now. */
function RedeemedCard({ redeemed, onAgain }: { redeemed: Redeemed; onAgain(): void }) {
  const names = useAssetNames();
  const { coins, passDays, balances, expiresAt } = redeemed;
  const given = rewardText(redeemed, names.bonus);
  const text = [coins > 0 && `${coins} ${names.coins}`, passDays && `月卡 ${passDays} 天`, given]
    .filter(Boolean)
    .join('、');
  return (
    <div className="page-width mx-auto flex max-w-md flex-col gap-4 pt-6">
      <section aria-label="兑换成功" className="rounded-2xl bg-sunken p-4 text-center" role="status">
        <p className="text-sm text-soft">兑换成功</p>
        <p className="mt-1 text-xl font-semibold text-balance">{text}</p>
        {expiresAt && (
          <p className="mt-1 text-sm text-soft">
            {given} {lastDay(expiresAt)} 到期
          </p>
        )}
        <p className="mt-3 border-t border-line pt-3 text-sm text-soft">
          现有 {balances.coins} {names.coins}、{balances.bonus} {names.bonus}、{balances.tickets} 张{names.tickets}
        </p>
      </section>
      <div className="flex gap-3">
        <Button look="tinted" className="flex-1" onClick={onAgain}>
          再兑换一个
        </Button>
        <ScreenLink to={paths.library} className={buttonClass('primary', 'flex-1')}>
          去书架
        </ScreenLink>
      </div>
    </div>
  );
}
