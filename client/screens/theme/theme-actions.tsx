import { useState } from 'react';
import type { DataOf } from '#contract/call';
import { addFavoriteBatch } from '#contract/calls/library';
import type { theme } from '#contract/calls/listings';
import { Button, IconButton } from '../../../ui/button.tsx';
import { HeartIcon, ShareIcon } from '../../../ui/screen-icons.tsx';
import { browserShare, share, sharedAddress } from '../../features/share/share.ts';
import { sayCopied } from '../../features/share/shared-address.ts';
import { toast } from '../../notices.ts';
import { themePath } from '../../paths.ts';
import { request } from '../../runtime/request.ts';
import { useClientState } from '../../state.ts';

type Theme = DataOf<typeof theme>;

/** The most comics that one call adds to the favorites. */
const BATCH = 100;

/** Shares the address of a theme, with the code of this reader. */
export function ShareTheme({ theme: { id, title } }: { theme: Pick<Theme, 'id' | 'title'> }) {
  const shareCode = useClientState((state) => state.userInfo?.shareCode);
  const open = async () => {
    const outcome = await share(title, sharedAddress(location.origin, themePath(id), shareCode), browserShare());
    if (outcome === 'copied' || outcome === 'failed') sayCopied(outcome === 'copied');
  };
  return (
    <IconButton label="分享" onClick={() => void open()}>
      <ShareIcon />
    </IconButton>
  );
}

/** Adds the shown comics to the reader's favorites. */
export function FavoriteAll({ ids }: { ids: readonly number[] }) {
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle');
  const add = async () => {
    setState('running');
    try {
      let added = 0;
      for (let from = 0; from < ids.length; from += BATCH)
        added += (await request(addFavoriteBatch, { ids: ids.slice(from, from + BATCH) })).added;
      toast(added > 0 ? `已收藏 ${added} 部` : '都已经收藏过了');
      setState('done');
    } catch {
      // The call has shown its toast.
      setState('idle');
    }
  };
  return (
    <Button look="tinted" disabled={state !== 'idle'} onClick={() => void add()}>
      <HeartIcon className="mr-1.5 size-5" />
      {state === 'done' ? '已全部收藏' : '全部收藏'}
    </Button>
  );
}
