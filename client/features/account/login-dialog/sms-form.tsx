import { type FormEvent, useState } from 'react';
import { loginBySms, loginSendSms } from '#contract/calls/account';
import { wrongCode } from '#contract/codes';
import { Button } from '../../../../ui/button.tsx';
import { send } from '../../../runtime/browser.ts';
import { sendWithProof } from '../proof/send-with-proof.ts';
import { NO_PROBLEMS, PhoneCodeFields, problemIn } from '../send-code/phone-code-fields.tsx';
import { Agreement } from './agreement.tsx';
import { useLoginDraft } from './login-draft.ts';
import { useLogin } from './use-login.ts';

/** Login by phone and a code. An unknown number becomes a new account. */
export function SmsForm() {
  const telephone = useLoginDraft((draft) => draft.telephone);
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const given = { telephone, code };
  const { busy, login } = useLogin();

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = problemIn(given);
    setProblems(problem ?? NO_PROBLEMS);
    if (problem) return;
    const refused = await login(() => send(loginBySms, given));
    if (refused?.code === wrongCode) setProblems({ telephone: null, code: refused.message });
  };
  return (
    <form className="flex flex-1 flex-col gap-4 pt-4" onSubmit={(event) => void onSubmit(event)} noValidate>
      <PhoneCodeFields
        purpose="login"
        value={given}
        onValue={(value) => {
          useLoginDraft.setState({ telephone: value.telephone });
          setCode(value.code);
        }}
        problems={problems}
        onProblems={setProblems}
        onSend={(telephone) => sendWithProof(loginSendSms, { telephone }, 'sms')}
      />
      <Button type="submit" className="w-full" disabled={busy}>
        登录
      </Button>
      <div className="mt-auto">
        <p className="text-center text-xs text-soft">未注册的手机号登录后自动成为新账号</p>
        <Agreement act="登录" />
      </div>
    </form>
  );
}
