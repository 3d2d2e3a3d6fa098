import { useState } from 'react';
import { userAdult } from '#contract/calls/account';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { session } from '../../../runtime/browser.ts';
import { request } from '../../../runtime/request.ts';
import { useClientState } from '../../../state.ts';
import { type ChargeLimits, limitsText, type Priced } from './limits.ts';
import type { Sold } from './package-price.ts';

type LimitNoteProps = { limits: ChargeLimits; beyond: readonly Priced<Sold>[]; currency: string };

/** The limits of a top-up and the packages beyond them. Readers who confirm to be of age have higher ones. */
export function LimitNote({ limits, beyond, currency }: LimitNoteProps) {
  const adult = useClientState((state) => state.userInfo?.adult === true);
  const [asks, setAsks] = useState(false);
  const text = limitsText(limits, { adult, currency });
  if (text === null || (adult && beyond.length === 0)) return null;
  const prices = beyond.map(({ price }) => moneyText(price, currency)).join('、');
  return (
    <section aria-label="充值限额" className="mt-4 flex items-start gap-3 rounded-2xl bg-sunken px-4 text-sm low:mt-2">
      <div className="min-w-0 flex-1 py-3 low:flex low:flex-wrap low:gap-x-4">
        <p className="text-pretty break-keep">{text}</p>
        {prices && <p className="mt-1 text-soft low:mt-0">{adult ? `超出限额：${prices}` : `确认后可选：${prices}`}</p>}
      </div>
      {!adult && (
        <button type="button" className="min-h-11 shrink-0 text-accent" onClick={() => setAsks(true)}>
          去确认
        </button>
      )}
      {asks && <AgeQuestion onClose={() => setAsks(false)} />}
    </section>
  );
}

function AgeQuestion({ onClose }: { onClose(): void }) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      session.adoptProfile(await request(userAdult, { adult: true }));
      onClose();
    } catch {
      // A toast has shown the reason; the reader may try again.
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      title="年龄确认"
      text="你是否已满 18 周岁？确认之后充值限额提高，也能看到标为 18 岁以上的漫画。未满 18 周岁请不要确认。"
      confirm="我已满 18 岁"
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
