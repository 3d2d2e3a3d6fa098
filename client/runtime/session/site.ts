import { banner, config } from '#contract/calls/site';
import type { Banner, Config } from '#contract/shapes';
import { retryWhileBlocked } from '../send/retry-while-blocked.ts';
import type { Send } from '../send/send.ts';
import type { SiteCookies } from './cookies.ts';
import type { Platform } from './platform.ts';

const BANNER_SLOTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

export type SiteParts = {
  send: Send;
  cookies: SiteCookies;
  platform: Platform;
  storeConfig(config: Config): void;
  setTopBanner(list: Banner[]): void;
  setBannerList(slots: Record<string, Banner[]>): void;
  markBannersSettled(): void;
};

/** Fetches the data of the site that need no session: configuration and banners. */
export function createSite({ send, cookies, ...parts }: SiteParts) {
  async function fetchConfig() {
    const fetchOnce = () => retryWhileBlocked(() => send(config, { platform: parts.platform }));
    let answer = await fetchOnce();
    // A stored address that no longer answers must not lock the reader out.
    if (answer.status === -404 && cookies.base() !== '') {
      cookies.setApi(null);
      answer = await fetchOnce();
    }
    if (answer.status !== 1 || !answer.data) return;
    adoptConfig(answer.data);
  }

  async function fetchBanners(background = false) {
    const [top, all] = await Promise.all([
      retryWhileBlocked(() => send(banner, { no: [1] }, { background })),
      retryWhileBlocked(() => send(banner, { no: BANNER_SLOTS }, { background })),
    ]);
    if (top.status === 1 && top.data) parts.setTopBanner(top.data['1'] ?? []);
    if (all.status === 1 && all.data) parts.setBannerList(all.data);
    parts.markBannersSettled();
  }

  function adoptConfig(found: Config) {
    cookies.setApi(found.api_url);
    parts.storeConfig(found);
  }

  return { fetchConfig, fetchBanners, adoptConfig };
}
