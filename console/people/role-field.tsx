import { ROLE_NAMES, ROLES, type Role } from '#contract/console/roles';
import { Select } from '../parts/select.tsx';

const HINTS: Readonly<Record<Role, string>> = {
  owner: '可以做一切，包括添加与停用员工。',
  editor: '现在可以看总览；漫画与编排的页面做好之后归编辑。',
  support: '现在可以看总览；读者与反馈的页面做好之后归客服。',
  finance: '现在可以看总览；账务的页面做好之后归财务。',
  viewer: '只看总览与数字。',
  author: '现在只有自己的账号；以后管理自己的漫画。',
};

/** Chooses a role, and says what it may do now. */
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
