import type { Pool } from 'pg';
import type { DataOf, PayloadOf } from '#contract/call';
import { EVENT_KINDS, type timeline } from '#contract/console/readers';
import { cursorAfter, readCursor } from '../../core/refusal/paging.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { deviceName, listSessions } from '../../modules/account/account.ts';
import { listEntriesOf } from '../../modules/audit/audit.ts';
import type { Catalog } from '../../modules/catalog/catalog.ts';
import { listOrdersOf } from '../../modules/shop/shop.ts';
import { personOfActor, staffNames } from '../../modules/staff/staff.ts';
import { listOfReader } from '../../modules/support/support.ts';
import { listWalletEvents } from '../../modules/wallet/wallet.ts';
import { titleOfEvent } from '../wallet-events.ts';

type Event = DataOf<typeof timeline>['list'][number];
type Kind = (typeof EVENT_KINDS)[number];
/** `position` falls with every event of one kind. */
type PositionedEvent = { position: number; event: Event };
type Query = { readerId: number; before: number; size: number; now: Date };
type Source = (query: Query) => Promise<PositionedEvent[]>;

const MOST_OF_TEXT = 80;

/** The events of a reader in several modules, as one list. */
export function createTimeline(pool: Pool, catalog: Catalog) {
  const sources: Record<Kind, Source> = {
    async order({ readerId, before, size }) {
      const orders = await listOrdersOf(pool, readerId, before, size);
      return orders.map(({ id, no, title, state, amount, currency, createdAt }) => {
        return {
          position: id,
          event: { kind: 'order', at: createdAt.toISOString(), no, title, state, amount, currency },
        };
      });
    },

    async ledger({ readerId, before, size }) {
      const events = await listWalletEvents(pool, readerId, before, size);
      return Promise.all(
        events.map(async (found) => {
          const { id, at, coins, bonus, tickets } = found;
          const title = await titleOfEvent(catalog, found);
          return { position: id, event: { kind: 'ledger', at: at.toISOString(), id, title, coins, bonus, tickets } };
        }),
      );
    },

    async session({ readerId, before, size, now }) {
      const sessions = (await listSessions(pool, readerId, null, now)).toSorted((a, b) => +b.startedAt - +a.startedAt);
      const placed = sessions.map(({ id, userAgent, startedAt }): PositionedEvent => {
        const device = deviceName(userAgent);
        return { position: +startedAt, event: { kind: 'session', at: startedAt.toISOString(), id, device } };
      });
      return placed.filter(({ position }) => position < before).slice(0, size);
    },

    async feedback({ readerId, before, size }) {
      const found = await listOfReader(pool, readerId, before, size);
      return found.map(({ id, at, type, state, content }) => {
        // A text that the reader has withdrawn is not shown to staff.
        const text = state === 'withdrawn' ? '' : cutText(content, MOST_OF_TEXT);
        return { position: id, event: { kind: 'feedback', at: at.toISOString(), id, type, state, text } };
      });
    },

    async audit({ readerId, before, size }) {
      const entries = await listEntriesOf(pool, { subject: 'reader', ids: [readerId] }, before, size);
      const names = await staffNames(pool);
      return entries.map(({ id, at, action, actor, before: was, after, reason }) => {
        const actorName = names.get(personOfActor(actor) ?? 0) ?? null;
        const event = { kind: 'audit', at: at.toISOString(), id, action, actor, actorName, before: was, after, reason };
        return { position: id, event } as PositionedEvent;
      });
    },
  };

  return async (
    { id, kind, cursor, size }: PayloadOf<typeof timeline>,
    now: Date,
  ): Promise<DataOf<typeof timeline>> => {
    const positions = readPositions(cursor);
    const kinds = kind ? [kind] : EVENT_KINDS;
    const query = { readerId: id, size: size + 1, now };
    const found = await Promise.all(kinds.map((each) => sources[each]({ ...query, before: positions[each] })));
    const { list, hasMore } = merge(found, positions, size);
    return { list, next: hasMore ? cursorAfter(EVENT_KINDS.map((each) => positions[each])) : null };
  };
}

/** Takes the latest events; the order within a kind stays. Moves the positions to the last ones that were taken. */
function merge(
  found: PositionedEvent[][],
  positions: Record<Kind, number>,
  size: number,
): { list: Event[]; hasMore: boolean } {
  const list: Event[] = [];
  while (list.length < size) {
    const next = withLatest(found)?.shift();
    if (!next) break;
    list.push(next.event);
    positions[next.event.kind] = next.position;
  }
  return { list, hasMore: found.some((left) => left.length > 0) };
}

/** The list whose first event is the latest; undefined if all are empty. */
function withLatest(found: readonly PositionedEvent[][]): PositionedEvent[] | undefined {
  let latest: PositionedEvent[] | undefined;
  for (const each of found) {
    const [first] = each;
    if (first && first.event.at > (latest?.[0]?.event.at ?? '')) latest = each;
  }
  return latest;
}

function readPositions(cursor: string | undefined): Record<Kind, number> {
  const [order, ledger, session, feedback, audit] =
    readCursor(cursor, ['number', 'number', 'number', 'number', 'number']) ??
    EVENT_KINDS.map(() => Number.MAX_SAFE_INTEGER);
  const at = (position: number | undefined) => position ?? Number.MAX_SAFE_INTEGER;
  return { order: at(order), ledger: at(ledger), session: at(session), feedback: at(feedback), audit: at(audit) };
}
