import type { ComponentType } from 'react';
import { PERMISSIONS, type Permission, type Role } from '#contract/console/roles';
import { onDemand } from '../ui/on-demand.tsx';
import { AccountPage } from './account/account-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { NotLoaded } from './parts/not-loaded.tsx';
import type { Me } from './runtime/queries.ts';

export type ConsolePage = {
  /** The address under /console; the addresses below it belong to the page too. */
  path: string;
  title: string;
  permission: Permission;
  /** Authors open it for their own comics. */
  isForAuthors?: boolean;
  Page: ComponentType<{ person: Me }>;
};

export function mayOpen(role: Role, { permission, isForAuthors = false }: ConsolePage): boolean {
  return PERMISSIONS[role].includes(permission) || (role === 'author' && isForAuthors);
}

/** A page whose code is loaded when it is opened. */
const late = (load: () => Promise<ComponentType<{ person: Me }>>) => onDemand(load, NotLoaded);

/** The pages of the console in the order of its navigation. A page renders its own sub-addresses. */
export const PAGES: readonly ConsolePage[] = [
  { path: '/', title: '总览', permission: 'overview', Page: OverviewPage },
  {
    path: '/comics',
    title: '漫画',
    permission: 'comics',
    isForAuthors: true,
    Page: late(() => import('./comics/comics-page.tsx').then((m) => m.ComicsPage)),
  },
  {
    path: '/upload',
    title: '上传',
    permission: 'comics',
    isForAuthors: true,
    Page: late(() => import('./upload/upload-page.tsx').then((m) => m.UploadPage)),
  },
  {
    path: '/editorial',
    title: '编排',
    permission: 'editorial',
    Page: late(() => import('./editorial/editorial-page.tsx').then((m) => m.EditorialPage)),
  },
  {
    path: '/readers',
    title: '读者',
    permission: 'readers',
    Page: late(() => import('./readers/readers-page.tsx').then((m) => m.ReadersPage)),
  },
  {
    path: '/feedback',
    title: '反馈',
    permission: 'readers',
    Page: late(() => import('./feedback/feedback-page.tsx').then((m) => m.FeedbackPage)),
  },
  {
    path: '/money',
    title: '账务',
    permission: 'money',
    Page: late(() => import('./money/money-page.tsx').then((m) => m.MoneyPage)),
  },
  {
    path: '/figures',
    title: '数据',
    permission: 'figures',
    Page: late(() => import('./figures/figures-page.tsx').then((m) => m.FiguresPage)),
  },
  {
    path: '/system',
    title: '系统',
    permission: 'system',
    Page: late(() => import('./system/system-page.tsx').then((m) => m.SystemPage)),
  },
  {
    path: '/staff',
    title: '员工',
    permission: 'staff',
    Page: late(() => import('./people/people-page.tsx').then((m) => m.PeoplePage)),
  },
  {
    path: '/audit',
    title: '操作记录',
    permission: 'audit',
    Page: late(() => import('./audit/audit-page.tsx').then((m) => m.AuditPage)),
  },
  { path: '/account', title: '我的账号', permission: 'account', Page: AccountPage },
];
