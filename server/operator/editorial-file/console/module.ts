import type pg from 'pg';
import type { ImageStorage } from '../../../adapters/image-storage.ts';
import type { Module } from '../../../core/module/module.ts';
import { partCalls } from './calls.ts';
import type { SaleChannel } from './first-sale.ts';
import { pictureCalls } from './pictures.ts';

/** Arranging the site in the console, with the validation of the editorial file. */
export function editorialConsoleModule(
  pool: pg.Pool,
  storage: ImageStorage,
  channels: () => readonly SaleChannel[],
): Module {
  return { consoleCalls: [...partCalls(pool, storage, channels), ...pictureCalls(pool, storage)] };
}
