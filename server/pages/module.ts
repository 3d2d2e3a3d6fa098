import type { Pool } from 'pg';
import type { Module } from '../core/module/module.ts';
import type { Account } from '../modules/account/account.ts';
import type { Catalog } from '../modules/catalog/catalog.ts';
import type { Community } from '../modules/community/community.ts';
import type { Editorial } from '../modules/editorial/editorial.ts';
import type { Membership } from '../modules/membership/membership.ts';
import type { Reading } from '../modules/reading/reading.ts';
import type { Recommend } from '../modules/recommend/recommend.ts';
import type { Shop } from '../modules/shop/shop.ts';
import type { Wallet } from '../modules/wallet/wallet.ts';
import { autoBuyCalls } from './auto-buy.ts';
import { buyingCalls } from './buying.ts';
import { comicCalls } from './comic.ts';
import { communityCalls } from './community.ts';
import { adjustingCalls } from './console/adjusting.ts';
import { aloneLimitCalls } from './console/alone-limits.ts';
import { announcementCalls } from './console/announcements.ts';
import { feedbackCalls } from './console/feedback/feedback-calls.ts';
import { templateCalls } from './console/feedback/template-calls.ts';
import { figuresCalls } from './console/figures/figures.ts';
import type { CheckChannel } from './console/money/channels.ts';
import { moneyCalls } from './console/money/money.ts';
import { type OverviewParts, overviewCalls } from './console/overview.ts';
import { readerAccessCalls } from './console/reader-access.ts';
import { readerCalls } from './console/readers.ts';
import { homeCalls } from './home.ts';
import { payLogCalls } from './pay-log.ts';
import type { Share } from './share/share.ts';
import { type Site, siteCalls } from './site.ts';
import { waitingCalls } from './waiting.ts';

type Parts = Omit<OverviewParts, 'version'> & {
  pool: Pool;
  account: Account;
  catalog: Catalog;
  community: Community;
  editorial: Editorial;
  membership: Membership;
  reading: Reading;
  recommend: Recommend;
  shop: Shop;
  checkChannel: CheckChannel;
  wallet: Wallet;
  site: Site;
  share: Pick<Share, 'changed'>;
};

/** The answers that are put together from several modules. */
export function screensModule({ site, share, ...parts }: Parts): Module {
  const { pool, catalog } = parts;
  return {
    calls: [
      ...autoBuyCalls(parts.account, parts.catalog),
      ...siteCalls(site),
      ...homeCalls(parts),
      ...comicCalls(parts),
      ...communityCalls(parts),
      ...buyingCalls(parts),
      ...waitingCalls(parts),
      ...payLogCalls(parts),
    ],
    consoleCalls: [
      ...overviewCalls({ ...parts, version: site.version }),
      ...figuresCalls(pool, parts.today),
      ...moneyCalls(parts),
      ...readerCalls({ pool, catalog }),
      ...adjustingCalls(pool),
      ...aloneLimitCalls(pool),
      ...readerAccessCalls(pool, parts.account),
      ...feedbackCalls(pool),
      ...templateCalls(pool),
      ...announcementCalls(pool, parts.editorial),
    ],
    cacheTopics: { catalog: share.changed, editorial: share.changed },
  };
}
