import { type FormEvent, useState } from 'react';
import { bindPhone, bindSendCode } from '#contract/calls/account';
import { session } from '../../api/live.ts';
import { sendWithProof } from '../../features/proof/send-with-proof.ts';
import { isGiven, NO_PHONE_CODE, PhoneCodeFields } from '../../features/send-code/phone-code-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useChange } from './use-change.ts';

/** Binds a phone, or another one in place of `bound`. */
export function PhoneSheet({ bound, onClose }: { bound: string | null; onClose(): void }) {
  const [given, setGiven] = useState(NO_PHONE_CODE);
  const { busy, change } = useChange(
    bindPhone,
    (user) => {
      session.take(user);
      onClose();
    },
    '绑定成功',
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isGiven(given)) change(given);
  };
  return (
    <Dialog title={bound ? '更换手机号' : '绑定手机号'} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        {bound && <p className="text-sm text-soft">现在绑定的是 {bound}</p>}
        <PhoneCodeFields
          purpose="bind"
          value={given}
          onValue={setGiven}
          onSend={(telephone) => sendWithProof(bindSendCode, { telephone }, 'sms')}
        />
        <Button type="submit" className="w-full" disabled={busy}>
          绑定
        </Button>
      </form>
    </Dialog>
  );
}
