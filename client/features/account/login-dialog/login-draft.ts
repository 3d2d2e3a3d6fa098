import { create } from 'zustand';

/** The typed text, which survives closing the sheet and changing its tab. Secrets are not stored. */
export const useLoginDraft = create(() => ({ username: '', telephone: '' }));
