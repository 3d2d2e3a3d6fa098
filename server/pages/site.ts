import { config } from '#contract/calls/site';
import type { Channel, Config } from '#contract/shapes';
import type { Origin } from '../core/dispatch/ctx.ts';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import { brandPicturePath, type Editorial } from '../modules/editorial/editorial.ts';

/** The facts about this site; `channels` = how cash is paid; `areCodesOpen` = there are redeem codes to use; null = there was never one. */
export type Site = {
  version: string;
  editorial: Editorial;
  channels(): Channel[];
  areCodesOpen(): Promise<boolean | null>;
};

/** The configuration that the client needs. */
export function siteCalls(site: Site): Served[] {
  return [serve(config, ({ from }) => viewConfig(site, from))];
}

export async function viewConfig(site: Site, from: Origin): Promise<Config> {
  const { name, icp, police, contact, logo } = (await site.editorial.parts()).site;
  const areCodesOpen = await site.areCodesOpen();
  const shownLogo = logo && { url: brandPicturePath(logo.key), width: logo.width, height: logo.height };
  return {
    api_url: from.url,
    image_url: from.url,
    site: { name, icp, police, contact, logo: shownLogo ?? null },
    coin: { name: '漫币', bonusName: '赠币' },
    login: { sms: true, password: true },
    channels: site.channels(),
    ...(areCodesOpen !== null && { redeem: areCodesOpen }),
    limits: { usernameMax: 50, passwordMax: 20, phoneMax: 11, codeMax: 6 },
    version: site.version,
  };
}
