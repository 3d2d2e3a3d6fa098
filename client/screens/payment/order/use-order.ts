import { useEffect, useState } from 'react';
import type { DataOf } from '#contract/call';
import { chargeLog, chargeOrder, payLog } from '#contract/calls/wallet';
import { loginRequired, orderNotFound } from '#contract/codes';
import { listen } from '../../../../ui/listen.ts';
import { forgetOpenChapters } from '../../../features/buying/chapters/forget-balances.ts';
import { session } from '../../../runtime/browser.ts';
import { queryClient, useCallAvailability } from '../../../runtime/queries/queries.ts';
import { CallError, request } from '../../../runtime/request.ts';
import { pollDelay } from './poll-delay.ts';

export type Order = DataOf<typeof chargeOrder>;
type Problem = 'missing' | 'login' | 'unreachable';
/** The last known state of an order, and a problem. Without a network both are shown. */
export type OrderStatus = { order: Order | null; problem: Problem | null; refetch(): void };

/** Polls an order until it is final; pauses while the page is hidden. */
export function useOrder(orderId: string): OrderStatus {
  const { ready } = useCallAvailability(chargeOrder);
  const [known, setKnown] = useState<{ order: Order | null; problem: Problem | null }>({ order: null, problem: null });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins when the reader asks for it.
  useEffect(() => {
    if (!ready) return;
    const poll = createPoll(
      orderId,
      (order) => setKnown({ order, problem: null }),
      (problem) => setKnown(({ order }) => ({ order, problem })),
    );
    return poll.stop;
  }, [orderId, ready, round]);

  return { ...known, refetch: () => setRound((before) => before + 1) };
}

function createPoll(orderId: string, onOrder: (order: Order) => void, onProblem: (problem: Problem) => void) {
  let timer: ReturnType<typeof setTimeout>;
  let requests = 0;
  let running = false;
  let over = false;

  async function ask(byReader: boolean) {
    clearTimeout(timer);
    if (running) return;
    running = true;
    try {
      const order = await request(chargeOrder, { orderId }, { background: !byReader });
      if (over) return;
      onOrder(order);
      if (order.state !== 'created' && order.state !== 'paid') settle(order);
    } catch (error) {
      const problem = problemOf(error);
      if (problem) onProblem(problem);
      if (problem && problem !== 'unreachable') stop();
    } finally {
      running = false;
    }
    if (!over && !document.hidden) timer = setTimeout(ask, pollDelay(requests++), false);
  }

  function settle({ state, passDays }: Order) {
    stop();
    if (passDays) forgetOpenChapters();
    for (const { path } of [chargeLog, payLog]) void queryClient.invalidateQueries({ queryKey: [path] });
    if (state === 'granted') void session.refetchProfile();
  }

  function askAtOnce() {
    if (document.hidden) return clearTimeout(timer);
    requests = 0;
    void ask(false);
  }

  function stop() {
    over = true;
    clearTimeout(timer);
    for (const each of stops) each();
  }

  const stops = [listen(document, { visibilitychange: askAtOnce }), listen(window, { online: askAtOnce })];
  void ask(true);
  return { stop };
}

/** Null if the request was blocked as a duplicate. */
function problemOf(error: unknown): Problem | null {
  if (!(error instanceof CallError)) return null;
  if (error.code === orderNotFound) return 'missing';
  return error.code === loginRequired ? 'login' : 'unreachable';
}
