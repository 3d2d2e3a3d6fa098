import { useState } from 'react';
import type { Envelope } from '#contract/envelope';
import type { Config, UserInfo } from '#contract/shapes';
import { toast } from '../../notices.ts';
import { session } from '../../runtime/browser.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';
import { useTyped } from './typed.ts';

type LoggedIn = { token: string; user: UserInfo; config?: Config; restored: boolean };

/** Makes one login at a time and starts its session. Pressed again at once after the network failed, it does not ignore that. */
export function useLogin() {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async login(sendLogin: () => Promise<Envelope<LoggedIn>>) {
      setBusy(true);
      try {
        const { status, data } = await retryWhileBlocked(sendLogin);
        if (status !== 1 || !data) return;
        await session.completeLogin(data);
        useTyped.setState({ username: '', telephone: '' });
        toast('登录成功!');
        if (data.restored) toast('注销已取消');
      } catch {
        // Its code could not be loaded: the reader presses again.
      } finally {
        setBusy(false);
      }
    },
  };
}
