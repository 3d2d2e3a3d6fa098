import type { ComicDetail } from '#contract/shapes';
import { browserShare, share, sharedAddress } from './share.ts';
import { toast } from '../../notices.ts';
import { comicPath } from '../../paths.ts';
import { useClientState } from '../../state.ts';
import { IconButton } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/screen-icons.tsx';

export function ShareButton({ comic }: { comic: ComicDetail }) {
  const u = useClientState((state) => state.userInfo?.id);
  const onClick = async () => {
    const outcome = await share(comic.title, sharedAddress(location.origin, comicPath(comic.id), u), browserShare());
    if (outcome === 'copied') toast('链接已复制');
    if (outcome === 'failed') toast('没能复制，请从地址栏复制链接');
  };
  return (
    <IconButton label="分享" className="bg-black/45 text-white" onClick={() => void onClick()}>
      <ShareIcon />
    </IconButton>
  );
}
