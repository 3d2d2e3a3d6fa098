import { addDays } from '../core/time/shanghai-calendar.ts';
import {
  hashOfToken,
  listMailReaders,
  listReadersSince,
  listReceivers,
  listReceiversOfGifts,
} from '../modules/account/account.ts';
import { listPublishedAfter, listShownAmong, listWaitingAmong } from '../modules/catalog/catalog.ts';
import type { Editorial } from '../modules/editorial/editorial.ts';
import { listPassesEnding, listReadyTimers } from '../modules/membership/membership.ts';
import type { AnnouncedPorts, ChapterPorts, NoticePorts } from '../modules/notices/notices.ts';
import { listFollowers, listSubscribers } from '../modules/reading/reading.ts';
import { isClaimable } from '../modules/rewards/rewards.ts';
import { listExpiring } from '../modules/wallet/wallet.ts';
import { createChapterFinder, type FinderParts } from './chapter-finder.ts';
import { firstWaiting } from './comic-views.ts';

/** Readers who were not here for longer get no notice of gifts. */
const HERE_WITHIN_MS = 90 * 24 * 3600 * 1000;

type Parts = FinderParts & { editorial: Editorial };

/** New chapters, and the readers who get a notice of them. */
export const CHAPTERS: ChapterPorts = {
  publishedAfter: (tx, { publishedAt, id }, now, size) => listPublishedAfter(tx, publishedAt, id, now, size),
  shownAmong: listShownAmong,
  subscribersOf: (tx, comicId, { joinedBefore, afterReaderId, size }) =>
    listSubscribers(tx, comicId, joinedBefore, afterReaderId, size),
  followersOf: (tx, authors, { joinedBefore, afterReaderId, size }) =>
    listFollowers(tx, authors, joinedBefore, afterReaderId, size),
};

/** The events that jobs announce, and their readers. */
function announcedPorts(parts: Parts): AnnouncedPorts {
  const { accessOf } = createChapterFinder(parts);
  return {
    ...CHAPTERS,
    readyTimers: (tx, { readyAt, readerId, comicId }, now, size) =>
      listReadyTimers(tx, readyAt, readerId, comicId, now, size),
    async canOpenMore({ readerId, comicId }, now) {
      const record = await parts.catalog.comic(comicId);
      if (!record) return false;
      const caller = { readerId, registered: true, teen: false };
      const access = await accessOf(record, { caller, now, validUntil: () => {} });
      return firstWaiting(record, access, now) !== undefined;
    },
    waitingComics: listWaitingAmong,
    creditsExpiring: (tx, { from, to }, { afterReaderId, size }) => listExpiring(tx, from, to, afterReaderId, size),
    passesEndingOn: (tx, day, { afterReaderId, size }) => listPassesEnding(tx, addDays(day, 1), afterReaderId, size),
    giftSpans: async () =>
      (await parts.editorial.parts()).gifts.map(({ id, start, end }) => {
        return { id, start: new Date(start), end: new Date(end) };
      }),
    async giftsOpen(tx, ids, { afterReaderId, size }, now) {
      const gifts = (await parts.editorial.parts()).gifts.filter(({ id }) => ids.includes(id));
      const since = new Date(now.getTime() - HERE_WITHIN_MS);
      const readers = await listReceiversOfGifts(tx, since, afterReaderId, size);
      const found = readers.flatMap((reader) => {
        const open = gifts.filter((gift) => isClaimable(gift, reader, now));
        return open[0] ? [{ readerId: reader.readerId, title: open[0].title, gifts: open.length }] : [];
      });
      return { found, last: readers.length === size ? (readers.at(-1)?.readerId ?? null) : null };
    },
    readersSince: (tx, since, { afterReaderId, size }) => listReadersSince(tx, since, afterReaderId, size),
  };
}

/** The functions of other modules that the notices need. */
export function noticePorts(parts: Parts): NoticePorts {
  const features = async () => (await parts.editorial.parts()).features;
  return {
    ...announcedPorts(parts),
    isOn: async () => (await features()).notices,
    isMailOn: async () => {
      const { notices, mail = false } = await features();
      return notices && mail;
    },
    mailReaders: listMailReaders,
    siteName: async () => (await parts.editorial.brand()).name,
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
