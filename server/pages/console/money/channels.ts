import type { Pool } from 'pg';
import * as calls from '#contract/console/channels';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import type { Editorial } from '../../../modules/editorial/editorial.ts';
import { type Channel, listChannelActivity, type Shop } from '../../../modules/shop/shop.ts';

type Packages = Awaited<ReturnType<Editorial['parts']>>['packages'];

/** Checks a channel of the settings; null if it has nothing to check. */
export type CheckChannel = (
  id: string,
  packages: () => Promise<Packages>,
) => Promise<{ isGood: boolean; text: string }[] | null>;

type Parts = {
  pool: Pool;
  shop: Pick<Shop, 'channels'>;
  editorial: Pick<Editorial, 'parts'>;
  checkChannel: CheckChannel;
};

/** The payment channels and their checks. */
export function channelCalls({ pool, shop, editorial, checkChannel }: Parts): Served[] {
  return [
    serve(calls.channelList, async () => {
      const channels = shop.channels();
      const activity = await listChannelActivity(
        pool,
        channels.map(({ id }) => id),
      );
      const view = ({ id, name, currency, test, off = false, scenes }: Channel) => {
        const {
          lastPaidAt = null,
          billDay = null,
          differences = 0,
        } = activity.find((each) => each.channel === id) ?? {};
        return {
          id,
          name,
          currency,
          test,
          off,
          scenes: [...scenes],
          lastPaidAt: lastPaidAt?.toISOString() ?? null,
          lastBill:
            billDay === null
              ? null
              : {
                  day: billDay,
                  differences,
                },
        };
      };
      return { list: channels.map(view) };
    }),
    serve(calls.channelCheck, async (_ctx, { channel }) => {
      return { findings: await checkChannel(channel, async () => (await editorial.parts()).packages) };
    }),
  ];
}
