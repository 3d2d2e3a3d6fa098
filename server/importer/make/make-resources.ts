import type { LimitFunction } from 'p-limit';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import type { ByteBudget } from '../limits/byte-budget.ts';

/** Shared by all chapters of a run. */
export type MakeResources = {
  storage: ImageStorage;
  /** One slot a core; drawing or encoding a page takes one. */
  slots: LimitFunction;
  /** Bytes of pixels in flight. */
  pixels: ByteBudget;
  /** Bytes of pictures that are being decoded. Encoding takes longer and needs none of them. */
  decoding: ByteBudget;
  signal: AbortSignal;
  /** Called for each page that is made or left out. */
  onPage: () => void;
};
