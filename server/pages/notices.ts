import { findNextPublished } from '../modules/catalog/catalog.ts';
import type { Editorial } from '../modules/editorial/editorial.ts';
import type { FanOutPorts, NoticePorts } from '../modules/notices/notices.ts';
import { listSubscribers } from '../modules/reading/reading.ts';

/** The chapters that are announced, and to whom. */
export const ANNOUNCED: FanOutPorts = {
  nextPublished: (tx, { publishedAt, id }, now) => findNextPublished(tx, publishedAt, id, now),
  subscribersOf: (tx, comicId, { subscribedBefore, afterReaderId, size }) =>
    listSubscribers(tx, comicId, subscribedBefore, afterReaderId, size),
};

/** What the notices need of other modules. */
export function noticePorts(editorial: Editorial): NoticePorts {
  return { ...ANNOUNCED, isOn: async () => (await editorial.parts()).features.notices };
}
