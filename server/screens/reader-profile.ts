import type { DataOf } from '#contract/call';
import {
  userAdult,
  userAutoBuy,
  userAutoBuys,
  userDetail,
  userExport,
  userGender,
  userNickname,
  userTeen,
} from '#contract/calls/account';
import { type Served, serve } from '../core/dispatch.ts';
import { type Account, gradeOf } from '../modules/account/account.ts';
import { type Catalog, checkAge } from '../modules/catalog/catalog.ts';
import type { UserInfoOf } from './user-info.ts';

/** What of a reader other modules know. */
export type ReaderFacts = { counts(readerId: number): Promise<Counts>; infoOf: UserInfoOf };

type Counts = DataOf<typeof userDetail>['counts'];

/** What a reader says of themselves, and their preferences. */
export function readerProfileCalls(account: Account, catalog: Catalog, facts: ReaderFacts): Served[] {
  const { counts: counted, infoOf } = facts;
  const { profile, teen } = account;
  return [
    serve(userDetail, async ({ caller, now }) => {
      const [info, createdAt, counts] = await Promise.all([
        infoOf(caller, now),
        profile.createdAt(caller),
        counted(caller.readerId),
      ]);
      return {
        ...info,
        createdAt: createdAt.toISOString(),
        counts,
        growth: { points: caller.points, nextAt: gradeOf(caller.points).nextAt },
      };
    }),

    serve(userNickname, async ({ caller, now }, { nickname }) =>
      infoOf(await profile.setNickname(caller, nickname), now),
    ),

    serve(userGender, async ({ caller }, { gender }) => {
      await profile.setGender(caller, gender);
      return { gender };
    }),

    serve(userAdult, async ({ caller, now }, { adult }) => infoOf(await profile.setAdult(caller, adult), now)),

    serve(userTeen, async (ctx, { on, pin }, refuse) => {
      const changed = await teen.set(ctx, ctx.caller, on, pin);
      return changed ? infoOf(changed, ctx.now) : refuse('wrongPassword', null, '密码不正确');
    }),

    serve(userAutoBuy, async ({ caller, now }, { comicId, on }, refuse) => {
      // The young buy nothing; what was turned on before can be turned off.
      if (on && caller.teen) return refuse('teenModeForbids');
      if (comicId === undefined) {
        await profile.setAutoBuy(caller, on);
        return { autoBuy: on };
      }
      if (on) checkAge(caller, ((await catalog.comic(comicId)) ?? refuse('comicNotFound')).comic.ageRating, refuse);
      await profile.setAutoBuyOf(caller, comicId, on, now);
      return { autoBuy: caller.autoBuy };
    }),

    serve(userAutoBuys, async ({ caller, now }) => {
      const list = await catalog.listings.cards(now, await profile.autoBuys(caller), caller);
      return { list };
    }),

    serve(userExport, ({ caller }) => profile.everything(caller)),
  ];
}
