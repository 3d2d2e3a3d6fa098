import { useState } from 'react';
import type { Envelope } from '#contract/envelope';
import type { Config, UserInfo } from '#contract/shapes';
import { toast } from '../../../notices.ts';
import { session } from '../../../runtime/browser.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import { useLoginDraft } from './login-draft.ts';

type LoggedIn = { token: string; user: UserInfo; config?: Config; restored: boolean };

/** Makes one login at a time and starts its session. A press right after a network failure is not ignored. */
export function useLogin() {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    /** Resolves to the refusal, which a toast has shown, or to null. */
    async login(sendLogin: () => Promise<Envelope<LoggedIn>>): Promise<{ code: number; message: string } | null> {
      setBusy(true);
      try {
        const { status, code, message, data } = await retryWhileBlocked(sendLogin);
        if (status !== 1 || !data) return { code, message };
        await session.completeLogin(data);
        useLoginDraft.setState({ username: '', telephone: '' });
        toast('登录成功!');
        if (data.restored) toast('注销已取消');
      } catch {
        // Its code could not be loaded: the reader can press again.
      } finally {
        setBusy(false);
      }
      return null;
    },
  };
}
