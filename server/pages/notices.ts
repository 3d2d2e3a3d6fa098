import { addDays } from '../core/time/shanghai-calendar.ts';
import { hashOfToken, listReadersSince, listReceivers } from '../modules/account/account.ts';
import { listPublishedAfter, listShownAmong, listWaitingAmong } from '../modules/catalog/catalog.ts';
import type { Editorial } from '../modules/editorial/editorial.ts';
import { listPassesEnding, listReadyTimers } from '../modules/membership/membership.ts';
import type { AnnouncedPorts, NoticePorts } from '../modules/notices/notices.ts';
import { listFollowers, listSubscribers } from '../modules/reading/reading.ts';
import { listExpiring } from '../modules/wallet/wallet.ts';

/** The news about comics, and their readers. */
export const ANNOUNCED: AnnouncedPorts = {
  publishedAfter: (tx, { publishedAt, id }, now, size) => listPublishedAfter(tx, publishedAt, id, now, size),
  shownAmong: listShownAmong,
  subscribersOf: (tx, comicId, { joinedBefore, afterReaderId, size }) =>
    listSubscribers(tx, comicId, joinedBefore, afterReaderId, size),
  followersOf: (tx, authors, { joinedBefore, afterReaderId, size }) =>
    listFollowers(tx, authors, joinedBefore, afterReaderId, size),
  readyTimers: (tx, { readyAt, readerId, comicId }, now, size) =>
    listReadyTimers(tx, readyAt, readerId, comicId, now, size),
  waitingComics: listWaitingAmong,
  creditsExpiring: (tx, { from, to }, { afterReaderId, size }) => listExpiring(tx, from, to, afterReaderId, size),
  readersSince: (tx, since, { afterReaderId, size }) => listReadersSince(tx, since, afterReaderId, size),
  passesEndingOn: (tx, day, { afterReaderId, size }) => listPassesEnding(tx, addDays(day, 1), afterReaderId, size),
};

/** The functions of other modules that the notices need. */
export function noticePorts(editorial: Editorial): NoticePorts {
  const features = async () => (await editorial.parts()).features;
  return {
    ...ANNOUNCED,
    isOn: async () => (await features()).notices,
    isPushOn: async () => (await features()).push ?? false,
    sessionOf({ token }) {
      const hash = hashOfToken(token);
      if (!hash) throw new Error('a session has no token');
      return hash;
    },
    receiversAmong: (db, subscribers, now) =>
      listReceivers(
        db,
        subscribers.map(({ readerId }) => readerId),
        subscribers.map(({ sessionHash }) => sessionHash),
        now,
      ),
  };
}
