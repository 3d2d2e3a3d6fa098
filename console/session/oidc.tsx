import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { beginOidc, oidcLogin, oidcOffer } from '#contract/console/oidc';
import { me } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../parts/page.tsx';
import { enter, useAnswer } from '../runtime/queries.ts';
import { Refused, request } from '../runtime/request.ts';
import { EntryFrame } from './entry-frame.tsx';

const STATE = 'oidc-state';
/** In the storage of a tab that was opened only to log in again. */
const AGAIN = 'oidc-again';
/** The address of such a tab; the login starts there without a click. */
const AGAIN_QUERY = '?again';
const LOGINS = 'manyu-console-logins';

async function goToProvider(): Promise<void> {
  const { url, state } = await request(beginOidc, {});
  sessionStorage.setItem(STATE, state);
  location.replace(url);
}

/**
 * The button of a site whose staff log in with an account of the company; nothing on others. `ended`: the page still has typed
 * text, so the provider is opened in a new tab.
 */
export function OidcButton({ ended }: { ended: boolean }) {
  const { data } = useAnswer(oidcOffer, {});
  const change = useMutation({
    async mutationFn() {
      if (!ended) return goToProvider();
      if (!open(`/console/oidc${AGAIN_QUERY}`))
        throw new Refused(0, '浏览器没有打开新的一页，请允许这个网站打开弹出窗口');
    },
  });
  if (!data?.button) return null;
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate()}>
        {data.button}
      </Button>
      <Problem error={change.error} />
    </div>
  );
}

/** Continues on this page when a tab that was opened for it has logged in. */
export function useLoginElsewhere(): void {
  useEffect(() => {
    const logins = new BroadcastChannel(LOGINS);
    logins.onmessage = () => void request(me, {}).then(enter, () => undefined);
    return () => logins.close();
  }, []);
}

/** The page to which the provider sends back. A login that this tab has not begun is somebody else's. */
export function OidcPage() {
  const navigate = useNavigate();
  const [isDone, setIsDone] = useState(false);
  const { mutate, error } = useMutation({
    async mutationFn() {
      if (location.search === AGAIN_QUERY) {
        sessionStorage.setItem(AGAIN, 'true');
        return goToProvider();
      }
      const query = location.search.slice(1);
      const state = new URLSearchParams(query).get('state') ?? '';
      const begun = sessionStorage.getItem(STATE);
      sessionStorage.removeItem(STATE);
      if (begun === null || begun !== state) throw new Refused(0, '这次登录不是从这个页面开始的，请重新登录');
      enter(await request(oidcLogin, { state, query }));
      if (sessionStorage.getItem(AGAIN) === null) return navigate('/', { replace: true });
      sessionStorage.removeItem(AGAIN);
      new BroadcastChannel(LOGINS).postMessage(null);
      setIsDone(true);
      // A browser may refuse it.
      close();
    },
  });
  useEffect(() => mutate(), [mutate]);
  return (
    <EntryFrame title={isDone ? '已登录' : '正在登录'}>
      {isDone && <p>可以关闭这一页，回到刚才的页面接着做。</p>}
      <Problem error={error} />
      {(error || isDone) && (
        <a href="/console" className="flex min-h-11 items-center text-accent">
          {isDone ? '在这里打开后台' : '回到登录'}
        </a>
      )}
    </EntryFrame>
  );
}
