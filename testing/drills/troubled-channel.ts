import type { Channel, CreatedTrade } from '../../server/modules/shop/shop.ts';

type Work = 'create' | 'query' | 'close' | 'refund';

/** A fault instead of a channel's call. It may create the trade nevertheless. */
export type Trouble = (make: () => Promise<CreatedTrade>) => Promise<never>;

const BREAKS_OFF: Trouble = () => Promise.reject(new TypeError('fetch failed'));

/** Wraps a channel: records the requests of all nodes, and can make calls fail. */
export function createTroubles() {
  const asked: { work: Work; orderNo: string }[] = [];
  let failing: { work: Work; trouble: Trouble } | null = null;

  function troubleWith(work: Work, { orderNo }: { orderNo: string }): Trouble | null {
    asked.push({ work, orderNo });
    return failing?.work === work ? failing.trouble : null;
  }

  return {
    askedAbout: (orderNo: string) => asked.filter((each) => each.orderNo === orderNo).map(({ work }) => work),
    fail(work: Work, trouble = BREAKS_OFF): void {
      failing = { work, trouble };
    },
    /** Ends the fault and clears the recorded requests. */
    end(): void {
      failing = null;
      asked.length = 0;
    },
    of(channel: Channel): Channel {
      const { create, query, close, refund } = channel;
      return {
        ...channel,
        async create(trade, signal) {
          const make = () => create(trade, signal);
          return (await troubleWith('create', trade)?.(make)) ?? make();
        },
        query: async (trade, signal) => (await troubleWith('query', trade)?.(never)) ?? query(trade, signal),
        close: async (trade, signal) => (await troubleWith('close', trade)?.(never)) ?? close(trade, signal),
        refund: async (given, signal) => (await troubleWith('refund', given)?.(never)) ?? refund(given, signal),
      };
    },
  };
}

const never = (): Promise<never> => Promise.reject(new Error('no trade is made here'));
