import { HOUR_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { Membership } from './membership.ts';

/** 等就免费; its calls need the catalogue and the wallet, and are in the screens. */
export function membershipModule({ waiting, dataOwner }: Membership): Module {
  return {
    jobs: { 'membership-sweep': { everyMs: HOUR_MS, node: 'one', run: waiting.sweep } },
    dataOwners: [dataOwner],
  };
}
