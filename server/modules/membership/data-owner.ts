import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import { dropUses, exportUses, moveUses } from './waiting/store.ts';

export const membershipDataOwner: ReaderDataOwner = {
  name: 'membership',

  async mergeReader(tx, fromReaderId, toReaderId) {
    if (fromReaderId !== toReaderId) await moveUses(tx, fromReaderId, toReaderId);
  },

  eraseReader: (tx, readerId) => dropUses(tx, readerId),

  exportReader: async (tx, readerId) => ({ openedByWaiting: await exportUses(tx, readerId) }),
};
