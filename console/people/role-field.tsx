import { ROLE_NAMES, ROLES, type Role } from '#contract/console/roles';
import { Select } from '../parts/select.tsx';

const HINTS: Readonly<Record<Role, string>> = {
  owner: '一切，包括添加与停用员工。',
  editor: '总览、漫画、上传、编排。',
  support: '总览，读者的账号与反馈。',
  finance: '总览、账务、数据。',
  viewer: '总览与数据，什么也不能改。',
  author: '只有交给本人的漫画：资料、话、页、上传、阅读数；不定价格，看不到读者与账务。',
};

/** Chooses a role, and lists its permissions. */
export function RoleField({ value, onRole }: { value: Role; onRole(role: Role): void }) {
  return (
    <div>
      <Select
        label="角色"
        value={value}
        options={ROLES.map((role) => [role, ROLE_NAMES[role]] as const)}
        onChange={({ target }) => onRole(ROLES.find((role) => role === target.value) ?? value)}
      />
      <p className="mt-1 text-xs text-soft">{HINTS[value]}</p>
    </div>
  );
}
