import { ROLE_NAMES, ROLES, type Role } from '#contract/console/roles';
import { Select } from '../parts/select.tsx';

const HINTS: Readonly<Record<Role, string>> = {
  owner: '一切，包括添加与停用员工。',
  editor: '看总览，管自己的账号。',
  support: '看总览，处理读者的账号与反馈。',
  finance: '看总览，账务：订单、退款。',
  viewer: '看总览，管自己的账号。',
  author: '只管自己的账号。',
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
