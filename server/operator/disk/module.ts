import { FREQUENT_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { DiskWatch } from './disk-watch.ts';

/** The disks of this machine. Works without the database too: a full disk may be why it is away. */
export function diskModule(disks: DiskWatch): Module {
  return {
    jobs: { 'disk-space': { everyMs: FREQUENT_MS, node: 'every', run: disks.look } },
    metrics: [
      {
        name: 'manyu_disk_free_bytes',
        help: 'Room on the disks, by what is on them.',
        label: 'place',
        read: () => Object.fromEntries(disks.seen().map(({ name, freeBytes }) => [name, freeBytes])),
      },
    ],
  };
}
