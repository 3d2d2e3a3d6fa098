import { useState } from 'react';
import { followAuthor, followedAuthors } from '#contract/calls/library';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../notices.ts';
import { queryClient, useCall } from '../../runtime/queries/queries.ts';
import { request } from '../../runtime/request.ts';

/** Follows an author, or no longer. The new state is shown at once, and the old one again if the call fails. */
export function FollowAuthor({ name }: { name: string }) {
  const { data } = useCall(followAuthor, { name }, { background: true, staleMs: 0 });
  const [chosen, choose] = useState<boolean | null>(null);
  const [sending, setSending] = useState(false);
  const followed = chosen ?? data?.followed ?? false;
  const change = async () => {
    const on = !followed;
    choose(on);
    setSending(true);
    try {
      await request(followAuthor, { name, on });
      if (on) toast('已关注，书架的「追更」里可以找到');
      void queryClient.invalidateQueries({ queryKey: [followedAuthors.path] });
    } catch {
      // A toast has shown why.
      choose(!on);
    } finally {
      setSending(false);
    }
  };
  return (
    <Button
      look={followed ? 'tinted' : 'primary'}
      aria-pressed={followed}
      disabled={data === undefined || sending}
      onClick={() => void change()}
    >
      {followed ? '已关注' : '关注'}
    </Button>
  );
}
