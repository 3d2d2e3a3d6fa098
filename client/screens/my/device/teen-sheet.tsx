import { type FormEvent, useState } from 'react';
import { userTeen } from '#contract/calls/account';
import { useChange } from '../../../features/change/use-change.ts';
import { toast } from '../../../notices.ts';
import { session } from '../../../runtime/browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Turns 未成年人模式 on with a PIN of four digits, and off with the same. */
export function TeenSheet({ on, onClose }: { on: boolean; onClose(): void }) {
  const [pin, setPin] = useState('');
  const { busy, change } = useChange(
    userTeen,
    (user) => {
      session.adoptProfile(user);
      onClose();
    },
    on ? '已关闭未成年人模式' : '已开启未成年人模式',
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{4}$/.test(pin)) return toast('请输入四位数字密码!');
    change({ on: !on, pin });
  };
  return (
    <Dialog title="未成年人模式" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        {on ? (
          <p className="text-sm text-soft">输入开启时设定的密码，就能关闭未成年人模式。</p>
        ) : (
          <p className="text-sm text-soft">
            开启后只有适合 12 岁及以下的漫画，不能充值和购买，每天可读 40 分钟，22 点到次日 6
            点不开放。请家长设定密码并记好。
          </p>
        )}
        <TextField
          label="四位数字密码"
          type="password"
          inputMode="numeric"
          value={pin}
          onText={setPin}
          maxLength={4}
          autoComplete="off"
        />
        <Button type="submit" className="w-full" disabled={busy}>
          {on ? '关闭' : '开启'}
        </Button>
      </form>
    </Dialog>
  );
}
