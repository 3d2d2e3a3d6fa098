import { toast } from '../../notices.ts';
import { comicPath } from '../../paths.ts';
import { useClientState } from '../../state.ts';
import { IconButton } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/screen-icons.tsx';
import { browserShare, share, sharedAddress } from './share.ts';

type Shared = { id: number; title: string };

/** Shares a comic, and says what became of it where the device itself does not. */
export function useShare(comic: Shared): () => void {
  const u = useClientState((state) => state.userInfo?.id);
  const shareNow = async () => {
    const outcome = await share(comic.title, sharedAddress(location.origin, comicPath(comic.id), u), browserShare());
    if (outcome === 'copied') toast('链接已复制');
    if (outcome === 'failed') toast('没能复制，请从地址栏复制链接');
  };
  return () => void shareNow();
}

export function ShareButton({ comic, className }: { comic: Shared; className?: string }) {
  return (
    <IconButton label="分享" className={className} onClick={useShare(comic)}>
      <ShareIcon />
    </IconButton>
  );
}
