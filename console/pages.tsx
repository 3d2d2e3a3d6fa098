import type { ComponentType } from 'react';
import { PERMISSIONS, type Permission, type Role } from '#contract/console/roles';
import type { IconProps } from '../ui/icon.tsx';
import { PersonIcon, ShelfIcon } from '../ui/icons.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { TuneIcon } from '../ui/reader-icons.tsx';
import { CoinIcon, RecordsIcon } from '../ui/reward-icons.tsx';
import { AccountPage } from './account/account-page.tsx';
import {
  FiguresIcon,
  KeyIcon,
  LayoutIcon,
  MessageIcon,
  OverviewIcon,
  PeopleIcon,
  UploadIcon,
} from './layout/page-icons.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { NotLoaded } from './parts/not-loaded.tsx';
import type { Me } from './runtime/queries.ts';

export type ConsolePage = {
  /** The address under /console; the addresses below it belong to the page too. */
  path: string;
  title: string;
  Icon: ComponentType<IconProps>;
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
  { path: '/', title: '总览', Icon: OverviewIcon, permission: 'overview', Page: OverviewPage },
  {
    path: '/comics',
    title: '漫画',
    Icon: ShelfIcon,
    permission: 'comics',
    isForAuthors: true,
    Page: late(() => import('./comics/comics-page.tsx').then((m) => m.ComicsPage)),
  },
  {
    path: '/upload',
    title: '上传',
    Icon: UploadIcon,
    permission: 'comics',
    isForAuthors: true,
    Page: late(() => import('./upload/upload-page.tsx').then((m) => m.UploadPage)),
  },
  {
    path: '/editorial',
    title: '编排',
    Icon: LayoutIcon,
    permission: 'editorial',
    Page: late(() => import('./editorial/editorial-page.tsx').then((m) => m.EditorialPage)),
  },
  {
    path: '/readers',
    title: '读者',
    Icon: PersonIcon,
    permission: 'readers',
    Page: late(() => import('./readers/readers-page.tsx').then((m) => m.ReadersPage)),
  },
  {
    path: '/feedback',
    title: '反馈',
    Icon: MessageIcon,
    permission: 'readers',
    Page: late(() => import('./feedback/feedback-page.tsx').then((m) => m.FeedbackPage)),
  },
  {
    path: '/money',
    title: '账务',
    Icon: CoinIcon,
    permission: 'money',
    Page: late(() => import('./money/money-page.tsx').then((m) => m.MoneyPage)),
  },
  {
    path: '/figures',
    title: '数据',
    Icon: FiguresIcon,
    permission: 'figures',
    Page: late(() => import('./figures/figures-page.tsx').then((m) => m.FiguresPage)),
  },
  {
    path: '/system',
    title: '系统',
    Icon: TuneIcon,
    permission: 'system',
    Page: late(() => import('./system/system-page.tsx').then((m) => m.SystemPage)),
  },
  {
    path: '/staff',
    title: '员工',
    Icon: PeopleIcon,
    permission: 'staff',
    Page: late(() => import('./people/people-page.tsx').then((m) => m.PeoplePage)),
  },
  {
    path: '/audit',
    title: '操作记录',
    Icon: RecordsIcon,
    permission: 'audit',
    Page: late(() => import('./audit/audit-page.tsx').then((m) => m.AuditPage)),
  },
  { path: '/account', title: '我的账号', Icon: KeyIcon, permission: 'account', Page: AccountPage },
];
