import { create } from 'zustand';

/** The number of links to the downloads in the content of the shown screen. */
export const useDownloadsOffer = create(() => 0);
