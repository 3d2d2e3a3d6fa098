import { comicInfo } from '#contract/calls/comic';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useCall } from '../../../runtime/queries/queries.ts';
import { useClientState } from '../../../state.ts';
import { detailPayload } from '../../comics/comic-detail/comic-detail.ts';
import { useSiteName } from '../../navigation/use-site-name.ts';
import { browserShare, share } from '../share.ts';
import { copyAddress, sayCopied, useSharedAddress } from '../shared-address.ts';
import { usePoster } from './use-poster.ts';

/** With the poster's proportions, also before it is drawn. */
const BOX = { aspectRatio: '5 / 8', height: 'min(44dvh, 24rem)' };

/** The ways to share a comic: the device's share sheet, its address, and a poster with a QR code. */
export function ShareSheet({ comic, onClose }: { comic: { id: number; title: string }; onClose(): void }) {
  const { data: detail, error } = useCall(comicInfo, detailPayload(comic.id), { background: true });
  const siteName = useSiteName();
  const logoUrl = useClientState((state) => state.config?.site.logo?.url);
  const address = useSharedAddress(comic.id);
  // A comic for adults has no poster.
  const isPrivate = detail?.ageRating === '18';
  const poster = usePoster(isPrivate ? undefined : detail, address, siteName, logoUrl);
  const parts = browserShare();

  const shareByDevice = async () => {
    const outcome = await share(comic.title, address, parts);
    if (outcome === 'copied' || outcome === 'failed') sayCopied(outcome === 'copied');
    if (outcome === 'shared') onClose();
  };
  return (
    <Dialog title="分享" onClose={onClose}>
      <div className="flex flex-col gap-4 low:flex-row">
        {isPrivate ? (
          <p className="text-sm text-soft">这部漫画标为 18 岁以上，只分享链接，没有海报。</p>
        ) : (
          <Poster source={error ? null : poster} title={comic.title} />
        )}
        <div className="flex flex-1 flex-col gap-3 low:justify-center">
          {parts.share && <Button onClick={() => void shareByDevice()}>分享给朋友</Button>}
          <div className="flex flex-wrap gap-3">
            <Button
              look={parts.share ? 'tinted' : 'primary'}
              className="flex-1"
              onClick={() => void copyAddress(address)}
            >
              复制链接
            </Button>
            {poster ? (
              <a className={buttonClass('tinted', 'flex-1')} href={poster} download={`${comic.title}.jpg`}>
                保存海报
              </a>
            ) : (
              !isPrivate && (
                <Button look="tinted" className="flex-1" disabled>
                  保存海报
                </Button>
              )
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

/** In the browsers of apps, a picture can only be saved or sent by a long press. */
function Poster({ source, title }: { source: string | null | undefined; title: string }) {
  if (source === null) return <p className="text-sm text-soft">海报没有画出来，可以复制链接。</p>;
  return (
    <figure className="flex flex-col items-center gap-2">
      <div className="overflow-hidden rounded-lg ring-1 ring-line" style={BOX}>
        {source ? (
          <img src={source} alt={`《${title}》的海报，上面有二维码`} className="size-full" />
        ) : (
          <Skeleton className="size-full" />
        )}
      </div>
      <figcaption className="text-xs text-soft">长按图片，可以保存或发给朋友</figcaption>
    </figure>
  );
}
