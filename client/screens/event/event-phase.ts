import type { DataOf } from '#contract/call';
import type { event } from '#contract/calls/site';

export type Event = DataOf<typeof event>['events'][number];
type Span = { startsAt: string; endsAt: string | null };
export type Phase = 'running' | 'upcoming' | 'past';

/** The phase of an event at a moment. Its start is included, its end is not. */
export function phaseOf({ startsAt, endsAt }: Span, now: number): Phase {
  if (now < Date.parse(startsAt)) return 'upcoming';
  return endsAt !== null && now >= Date.parse(endsAt) ? 'past' : 'running';
}

/** Running events in the editor's order, then those to come, the next first, then past ones, the latest first. */
export function groupByPhase<One extends Span>(events: readonly One[], now: number): Record<Phase, One[]> {
  const of = (phase: Phase) => events.filter((each) => phaseOf(each, now) === phase);
  return {
    running: of('running'),
    upcoming: of('upcoming').sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)),
    past: of('past').sort((a, b) => Date.parse(b.endsAt ?? '') - Date.parse(a.endsAt ?? '')),
  };
}
