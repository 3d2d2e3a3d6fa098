import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import { movePass } from './passes/passes.ts';
import { anonymise, listGrants } from './passes/store.ts';
import { dropUses, exportUses, moveUses } from './waiting/store.ts';

export const membershipDataOwner: ReaderDataOwner = {
  name: 'membership',

  async mergeReader(tx, fromReaderId, toReaderId, now) {
    if (fromReaderId === toReaderId) return;
    await moveUses(tx, fromReaderId, toReaderId);
    await movePass(tx, fromReaderId, toReaderId, now);
  },

  async eraseReader(tx, readerId) {
    await dropUses(tx, readerId);
    await anonymise(tx, readerId);
  },

  exportReader: async (tx, readerId) => ({
    openedByWaiting: await exportUses(tx, readerId),
    passes: (await listGrants(tx, readerId)).map(({ source, days, priceFen, startsOn, takenDays }) => {
      return { source, days, priceFen, startsOn, takenDays };
    }),
  }),
};
