import { useEffect } from 'react';
import { subscribed } from '#contract/calls/library';
import { useCall } from '../../runtime/queries/queries.ts';

/** As many as an answer has at most: whoever follows more has something on every day. */
const LOOKED_AT = 50;

export type FollowedDaysProps = { onFind(days: readonly number[]): void };

/** Looks on which weekdays comics come out that the reader follows. It draws nothing. */
export function FollowedDays({ onFind }: FollowedDaysProps) {
  const { data } = useCall(subscribed, { size: LOOKED_AT }, { background: true });
  useEffect(() => {
    if (!data) return;
    const serial = data.list.filter(({ comic }) => comic.status === 'serial');
    onFind([...new Set(serial.flatMap(({ comic }) => comic.weekdays))]);
  }, [data, onFind]);
  return null;
}
