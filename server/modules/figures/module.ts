import { FIVE_MINUTES_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { Figures } from './figures.ts';

/** Totals of whole days for the operator. */
export function figuresModule(figures: Figures): Module {
  return {
    jobs: {
      figures: { everyMs: FIVE_MINUTES_MS, node: 'one', run: figures.totalDueDays },
      'figures-hour': { everyMs: FIVE_MINUTES_MS, node: 'one', run: figures.noteHour },
    },
  };
}
