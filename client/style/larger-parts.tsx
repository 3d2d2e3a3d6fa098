import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { BuyPanel } from '../features/buying/chapters/buy-panel.tsx';
import { InfoCard } from '../features/comics/comic-card/info-card.tsx';
import { DownloadSheet } from '../features/downloads/download-sheet.tsx';
import { DownloadRow } from '../features/downloads/list/download-row.tsx';
import { BannerCarousel } from '../features/listings/banner-carousel/banner-carousel.tsx';
import { ShareSheet } from '../features/share/sheet/share-sheet.tsx';
import { Hero } from '../screens/home/hero.tsx';
import { WideCard } from '../screens/home/wide-card.tsx';
import { COMICS } from './comics.ts';
import { Part } from './part.tsx';
import { BANNERS, DETAIL, DOWNLOADS, LOCKED } from './samples.ts';

const queryClient = new QueryClient();
const ignore = () => undefined;

type Sheet = 'buy' | 'download' | 'share';

/** Larger parts: banners, cards, sheets and rows. No server answers here, so the poster stays in its loading state. */
export function LargerParts() {
  const [open, setOpen] = useState<Sheet | null>(null);
  const close = () => setOpen(null);
  const [first] = LOCKED;
  return (
    <QueryClientProvider client={queryClient}>
      <Part name="BannerCarousel: one, several">
        <BannerCarousel banners={BANNERS.slice(0, 1)} />
        <BannerCarousel banners={[...BANNERS]} />
      </Part>
      <Part name="Hero, InfoCard, WideCard">
        <div className="flex flex-col gap-3">
          {COMICS.slice(0, 1).map((comic) => (
            <Hero key={comic.id} comic={{ ...comic, tagline: '一句话说它讲什么' }} />
          ))}
          {COMICS.slice(3, 6).map((comic) => (
            <InfoCard key={comic.id} comic={comic} withNew />
          ))}
          <div className="grid grid-cols-2 gap-3">
            {COMICS.slice(4, 6).map((comic) => (
              <WideCard lines={1} key={comic.id} comic={comic} />
            ))}
          </div>
        </div>
      </Part>
      <Part name="BuyPanel">
        <div className="flex flex-col gap-6">
          {LOCKED.map((access) => (
            <BuyPanel key={access.chapter.id} access={access} back="/" onBought={ignore} />
          ))}
        </div>
      </Part>
      <Part name="DownloadRow">
        <ul>
          {DOWNLOADS.map((download) => (
            <DownloadRow key={download.chapterId} download={download} />
          ))}
        </ul>
      </Part>
      <Part name="Sheets">
        <div className="flex flex-wrap gap-3">
          {(['buy', 'download', 'share'] as const).map((sheet) => (
            <Button key={sheet} look="tinted" onClick={() => setOpen(sheet)}>
              {sheet}
            </Button>
          ))}
        </div>
        {open === 'buy' && first && (
          <Dialog title="第3话 归来" onClose={close}>
            <BuyPanel access={first} back="/" onBought={close} />
          </Dialog>
        )}
        {open === 'download' && DETAIL && <DownloadSheet comic={DETAIL} onClose={close} />}
        {open === 'share' && DETAIL && <ShareSheet comic={DETAIL} onClose={close} />}
      </Part>
    </QueryClientProvider>
  );
}
