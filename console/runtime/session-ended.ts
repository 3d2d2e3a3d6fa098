import { create } from 'zustand';

/** Whether the session of a person who was logged in has ended by itself. */
export const useSessionEnded = create<{ ended: boolean; wasIn: boolean }>(() => ({ ended: false, wasIn: false }));

export function noteSessionEnded(): void {
  useSessionEnded.setState(({ wasIn }) => ({ ended: wasIn }));
}

/** The person has logged in or out. */
export function noteSession(isIn: boolean): void {
  useSessionEnded.setState({ ended: false, wasIn: isIn });
}
