import { create } from 'zustand';

/** What was typed before, so that closing the sheet or changing its tab does not lose it. Secrets are not kept. */
export const useTyped = create(() => ({ username: '', telephone: '' }));
