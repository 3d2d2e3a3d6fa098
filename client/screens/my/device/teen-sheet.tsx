import { type FormEvent, useState } from 'react';
import { userTeen } from '#contract/calls/account';
import type { TeenTier } from '#contract/shapes';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { ChoiceRow } from '../../../features/listings/choice-row.tsx';
import { toast } from '../../../notices.ts';
import { session } from '../../../runtime/browser.ts';
import { TEEN_TIERS } from './teen-tiers.ts';

const CHOICES = Object.entries(TEEN_TIERS).map(([key, { age }]) => ({ key: key as TeenTier, label: age }));

type TeenSheetProps = {
  /** The tier that is on; null while the mode is off. */
  current: TeenTier | null;
  onClose(): void;
};

/** Turns 未成年人模式 on with a new PIN of four digits. The same PIN turns it off or changes its tier. */
export function TeenSheet({ current, onClose }: TeenSheetProps) {
  const [pin, setPin] = useState('');
  const [tier, setTier] = useState<TeenTier>(current ?? 'under16');
  const isOn = current !== null;
  const { busy, change } = useChange(
    userTeen,
    (user) => {
      session.adoptProfile(user);
      const turnedOn = isOn ? '已更改年龄段' : '已开启未成年人模式';
      toast(user.teen ? turnedOn : '已关闭未成年人模式');
      onClose();
    },
    '',
  );
  const send = (on: boolean) => {
    if (!/^\d{4}$/.test(pin)) return toast('请输入四位数字密码!');
    change({ on, pin, tier });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send(!isOn);
  };
  return (
    <Dialog title="未成年人模式" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        <p className="text-sm text-soft">
          {isOn
            ? '输入开启时设定的密码，可以更改年龄段，或关闭未成年人模式。'
            : '开启后只有适合 12 岁及以下的漫画，不能充值和购买，22 点到次日 6 点不开放。请家长选择年龄段，设定密码并记好。'}
        </p>
        <div>
          <ChoiceRow<TeenTier> label="年龄段" choices={CHOICES} picked={tier} onPick={setTier} wrap />
          <p role="status" className="mt-2 text-sm text-soft">
            每天可读 {TEEN_TIERS[tier].time}
          </p>
        </div>
        <TextField
          label="四位数字密码"
          type="password"
          inputMode="numeric"
          value={pin}
          onText={setPin}
          maxLength={4}
          autoComplete="off"
        />
        <div className="flex gap-3">
          {isOn && (
            <Button look="tinted" className="flex-1" disabled={busy || tier === current} onClick={() => send(true)}>
              更改年龄段
            </Button>
          )}
          <Button type="submit" className="flex-1" disabled={busy}>
            {isOn ? '关闭' : '开启'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
