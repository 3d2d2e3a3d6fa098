import type { DataOf } from '#contract/call';
import type { people } from '#contract/console/staff';

export type Person = DataOf<typeof people>['list'][number];

export const STATE_NAMES = { active: '使用中', invited: '等待设密码', disabled: '已停用' } as const;
