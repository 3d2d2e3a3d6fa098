import { type FormEvent, useState } from 'react';
import { bindPhone, bindSendCode } from '#contract/calls/account';
import { wrongCode, wrongPassword } from '#contract/codes';
import type { UserInfo } from '#contract/shapes';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextButton } from '../../../../ui/text-button.tsx';
import { session } from '../../../runtime/browser.ts';
import { refusalData } from '../../../runtime/request.ts';
import { sendWithProof } from '../proof/send-with-proof.ts';
import { NO_PHONE_CODE, NO_PROBLEMS, PhoneCodeFields, problemIn } from '../send-code/phone-code-fields.tsx';
import { useChange } from '../use-change.ts';
import { OwnerStep } from './owner-step.tsx';

/** Binds a phone or replaces the bound one; an account with a password or a phone must prove ownership first. */
export function PhoneSheet({ user, onClose }: { user: UserInfo; onClose(): void }) {
  const [given, setGiven] = useState(NO_PHONE_CODE);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [shown, setShown] = useState<{ password: string } | { oldCode: string } | null>(null);
  const mustShow = user.hasPassword || user.telephone !== null;
  const { busy, change } = useChange(
    bindPhone,
    (changed) => {
      session.adoptProfile(changed);
      onClose();
    },
    user.telephone === null ? '绑定成功' : '更换成功，其他设备需要重新登录',
    {
      [wrongPassword]: () => setShown(null),
      [wrongCode]: (refused) => {
        if (refusalData(bindPhone, wrongCode, refused)?.field === 'oldCode') setShown(null);
        else setProblems({ telephone: null, code: refused.message });
      },
    },
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemIn(given);
    setProblems(problem ?? NO_PROBLEMS);
    if (!problem) change({ ...given, ...shown });
  };
  return (
    <Dialog title={user.telephone === null ? '绑定手机号' : '更换手机号'} onClose={onClose}>
      {mustShow && !shown ? (
        <OwnerStep user={user} onNext={setShown} />
      ) : (
        <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
          {mustShow && <p className="text-sm text-soft">第 2 步：新的手机号</p>}
          <PhoneCodeFields
            purpose="bind"
            value={given}
            onValue={setGiven}
            problems={problems}
            onProblems={setProblems}
            onSend={(telephone) => sendWithProof(bindSendCode, { telephone }, 'sms')}
          />
          <Button type="submit" className="w-full" disabled={busy}>
            {user.telephone === null ? '绑定' : '更换'}
          </Button>
          {mustShow && <TextButton onClick={() => setShown(null)}>上一步</TextButton>}
        </form>
      )}
    </Dialog>
  );
}
