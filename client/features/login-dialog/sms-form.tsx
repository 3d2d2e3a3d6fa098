import { type FormEvent, useState } from 'react';
import { loginBySms, loginSendSms } from '#contract/calls/account';
import { send } from '../../runtime/browser.ts';
import { Button } from '../../ui/button.tsx';
import { sendWithProof } from '../proof/send-with-proof.ts';
import { isGiven, PhoneCodeFields } from '../send-code/phone-code-fields.tsx';
import { useTyped } from './typed.ts';
import { useLogin } from './use-login.ts';

/** Login by phone and a code sent to it; a number that is not known yet becomes a new account. */
export function SmsForm() {
  const telephone = useTyped((typed) => typed.telephone);
  const [code, setCode] = useState('');
  const given = { telephone, code };
  const { busy, login } = useLogin();

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isGiven(given)) void login(() => send(loginBySms, given));
  };
  return (
    <form className="flex flex-col gap-4 pt-4" onSubmit={onSubmit} noValidate>
      <PhoneCodeFields
        purpose="login"
        value={given}
        onValue={(value) => {
          useTyped.setState({ telephone: value.telephone });
          setCode(value.code);
        }}
        onSend={(telephone) => sendWithProof(loginSendSms, { telephone }, 'sms')}
      />
      <Button type="submit" className="w-full" disabled={busy}>
        登录
      </Button>
      <p className="text-center text-xs text-soft">未注册的手机号登录后自动成为新账号</p>
    </form>
  );
}
