import type { Permission } from '#contract/console/roles';

export type Section = { path: string; title: string; permission: Permission };

/** The pages of the console in the order of its navigation. */
export const SECTIONS: readonly Section[] = [
  { path: '/', title: '总览', permission: 'overview' },
  { path: '/staff', title: '员工', permission: 'staff' },
  { path: '/audit', title: '操作记录', permission: 'audit' },
  { path: '/account', title: '我的账号', permission: 'account' },
];
