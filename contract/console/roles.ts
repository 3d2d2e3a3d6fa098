import { COMIC_FIELDS, FIELD_NAMES } from '../comic-fields.ts';

/** The permissions of staff. Every call of the console names one. */
export type Permission =
  | 'account'
  | 'overview'
  | 'comics'
  | 'editorial'
  | 'readers'
  | 'money'
  | 'figures'
  | 'system'
  | 'staff'
  | 'audit';

export const ROLES = ['owner', 'editor', 'support', 'finance', 'viewer', 'author'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: '所有者',
  editor: '编辑',
  support: '客服',
  finance: '财务',
  viewer: '只读',
  author: '作者',
};

const EVERYONE: readonly Permission[] = ['account', 'overview'];

/** The permissions of each role. All others are denied. Authors may also make the calls with `authorScope`, for their own comics. */
export const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: [...EVERYONE, 'comics', 'editorial', 'readers', 'money', 'figures', 'system', 'staff', 'audit'],
  editor: [...EVERYONE, 'comics', 'editorial'],
  support: [...EVERYONE, 'readers'],
  finance: [...EVERYONE, 'money', 'figures'],
  viewer: [...EVERYONE, 'figures'],
  author: ['account'],
};

/** The parts of a `StaffCall` that decide which roles may make it. */
export type CalledBy = { who: 'anyone' | { staff: Permission }; authorScope?: unknown };

/** The fields of comics and chapters that authors may change. All others are for editors. */
const AUTHOR_FIELDS: readonly string[] = [
  'title',
  ...FIELD_NAMES.filter((name) => COMIC_FIELDS[name].byAuthors),
  'no',
  'publishedAt',
];

export function mayChange(role: Role, field: string): boolean {
  return role !== 'author' || AUTHOR_FIELDS.includes(field);
}

/** Whether a role may make a call at all. */
export function mayCall(role: Role, { who, authorScope }: CalledBy): boolean {
  if (who === 'anyone' || PERMISSIONS[role].includes(who.staff)) return true;
  return role === 'author' && authorScope !== undefined;
}

/** In characters. */
export const SHORTEST_PASSWORD = 15;
export const LONGEST_PASSWORD = 128;

/** Characters without a visible shape, including fillers and variation selectors. */
export const LOOKS_BLANK = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
