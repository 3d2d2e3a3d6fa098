import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { beginOidc, oidcLogin, oidcOffer } from '#contract/console/oidc';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../parts/page.tsx';
import { enter, useAnswer } from '../runtime/queries.ts';
import { Refused, request } from '../runtime/request.ts';
import { EntryFrame } from './entry-frame.tsx';

const STATE = 'oidc-state';

/** The button of a site whose staff log in with an account of the company; nothing on others. */
export function OidcButton() {
  const { data } = useAnswer(oidcOffer, {});
  const change = useMutation({
    async mutationFn() {
      const { url, state } = await request(beginOidc, {});
      sessionStorage.setItem(STATE, state);
      location.assign(url);
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

/** The page to which the provider sends back. A login that this tab has not begun is somebody else's. */
export function OidcPage() {
  const navigate = useNavigate();
  const { mutate, error } = useMutation({
    async mutationFn() {
      const query = location.search.slice(1);
      const state = new URLSearchParams(query).get('state') ?? '';
      const begun = sessionStorage.getItem(STATE);
      sessionStorage.removeItem(STATE);
      if (begun === null || begun !== state) throw new Refused(0, '这次登录不是从这个页面开始的，请重新登录');
      return request(oidcLogin, { state, query });
    },
    onSuccess(person) {
      enter(person);
      void navigate('/', { replace: true });
    },
  });
  useEffect(() => mutate(), [mutate]);
  return (
    <EntryFrame title="正在登录">
      <Problem error={error} />
      {error && (
        <a href="/console" className="flex min-h-11 items-center text-accent">
          回到登录
        </a>
      )}
    </EntryFrame>
  );
}
