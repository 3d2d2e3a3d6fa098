import { userAutoBuy, userAutoBuys } from '#contract/calls/account';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import type { Account } from '../modules/account/account.ts';
import { type Catalog, checkAge } from '../modules/catalog/catalog.ts';

/** Automatic purchases: the account stores the setting, the catalogue knows the comics. */
export function autoBuyCalls({ profile }: Account, catalog: Catalog): Served[] {
  return [
    serve(userAutoBuy, async ({ caller, now }, { comicId, on }, refuse) => {
      // In teen mode nothing can be bought, but an earlier setting can be turned off.
      if (on && caller.teen) return refuse('teenModeForbids');
      if (comicId === undefined) {
        await profile.setAutoBuy(caller, on);
        return { autoBuy: on };
      }
      const comic = (await catalog.comic(comicId))?.comic;
      if (on) checkAge(caller, (comic ?? refuse('comicNotFound')).ageRating, refuse);
      await profile.setAutoBuyOf(caller, comic?.id ?? comicId, on, now);
      return { autoBuy: caller.profile.autoBuy };
    }),

    serve(userAutoBuys, async ({ caller, now }) => {
      const list = await catalog.listings.cards(now, await profile.autoBuys(caller), caller);
      return { list };
    }),
  ];
}
