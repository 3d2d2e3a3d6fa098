import { create } from 'zustand';
import type { DataOf } from '#contract/call';
import type { me } from '#contract/console/session';

type Person = DataOf<typeof me>;

/** Whether the last session has ended without a logout. */
export const useSessionEnded = create<{ ended: boolean; last: Person | null }>(() => ({ ended: false, last: null }));

export function noteSessionEnded(): void {
  useSessionEnded.setState(({ last }) => ({ ended: last !== null }));
}

/** The person has logged in; null: out. */
export function noteSession(person: Person | null): void {
  useSessionEnded.setState({ ended: false, last: person });
}
