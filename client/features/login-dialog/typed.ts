import { create } from 'zustand';

/** What was typed before: a tap beside the sheet, or on its other tab, costs no number. Secrets are not kept. */
export const useTyped = create(() => ({ username: '', telephone: '' }));
