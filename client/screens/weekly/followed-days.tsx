import { useEffect } from 'react';
import { subscribed } from '#contract/calls/library';
import { useCall } from '../../runtime/queries/queries.ts';

/** The most comics of one answer. A reader who follows more has some on every day. */
const LOOKED_AT = 50;

type FollowedDaysProps = { onFind(days: readonly number[]): void };

/** Finds the weekdays on which followed comics are published. It renders nothing. */
export function FollowedDays({ onFind }: FollowedDaysProps) {
  const { data } = useCall(subscribed, { size: LOOKED_AT }, { background: true });
  useEffect(() => {
    if (!data) return;
    const serial = data.list.filter(({ comic }) => comic.status === 'serial');
    onFind([...new Set(serial.flatMap(({ comic }) => comic.weekdays))]);
  }, [data, onFind]);
  return null;
}
