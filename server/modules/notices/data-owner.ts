import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import { dropMailbox, dropVerifications, findMailbox } from './mail/mailbox-store.ts';
import { dropDay, moveDay } from './push/day-store.ts';
import { dropSubscriptions, listSubscriptions, moveSubscriptions } from './push/subscription-store.ts';
import { dropNotices, dropPreference, findMuted, mergeUnreadNotices, moveNotices, noticesOfReader } from './store.ts';

/** The inbox of a reader. The account's own switches stay when an anonymous reader, who has no e-mail address, logs in. */
export const noticesOwner: ReaderDataOwner = {
  name: 'notices',

  async mergeReader(db, fromReaderId, toReaderId) {
    if (fromReaderId === toReaderId) return;
    await mergeUnreadNotices(db, fromReaderId, toReaderId);
    await moveNotices(db, fromReaderId, toReaderId);
    await moveSubscriptions(db, fromReaderId, toReaderId);
    await moveDay(db, fromReaderId, toReaderId);
    await dropPreference(db, fromReaderId);
  },

  async eraseReader(db, readerId) {
    await dropNotices(db, readerId, null);
    await dropSubscriptions(db, readerId, null);
    await dropDay(db, readerId);
    await dropMailbox(db, readerId);
    await dropVerifications(db, readerId);
    await dropPreference(db, readerId);
  },

  async exportReader(db, readerId) {
    const { muted = [], pushMuted = [], mailMuted = [] } = (await findMuted(db, readerId)) ?? {};
    const pushes = await listSubscriptions(db, readerId);
    const mailbox = await findMailbox(db, readerId);
    const mail = mailbox && { address: mailbox.address, state: mailbox.state, askedAt: mailbox.askedAt };
    return { notices: await noticesOfReader(db, readerId), muted, pushMuted, mailMuted, pushes, mail };
  },
};
