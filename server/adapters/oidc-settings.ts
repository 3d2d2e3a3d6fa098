import path from 'node:path';
import * as v from 'valibot';
import { ROLE_NAMES, ROLES, type Role } from '#contract/console/roles';
import { badFile } from '../core/files/bad-config.ts';
import type { OidcSettings } from '../modules/staff/staff.ts';
import { readSecretFile } from './secret-file.ts';
import { describeField, mistakesOf, readSecretSettings, textLike } from './secret-settings.ts';

export const OIDC_FILE_NAME = 'oidc.yaml';

const text = (what: string) => textLike(/^[^\r\n]+$/, what);
const NAMES = Object.values(ROLE_NAMES);
const FILE = v.strictObject(
  {
    issuer: textLike(
      /^(https:\/\/[^\s/?#]+[^\s?#]*|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/[^\s?#]*)?)$/,
      '要写 https:// 开头的地址',
    ),
    client_id: text('要写客户端的编号'),
    client_secret_file: textLike(/^[^/\\\r\n]+$/, '要写放在旁边的文件的名字'),
    button: v.optional(v.pipe(text('要写按钮上的字'), v.maxLength(30, '最多 30 个字')), '用公司账号登录'),
    scope: v.optional(text('要写 scope，如 openid profile email'), 'openid profile email'),
    claim: v.optional(text('要写字段的名字，如 groups'), 'groups'),
    roles: v.pipe(
      v.record(v.string(), v.picklist(NAMES, `角色要写 ${NAMES.join('、')} 之一`), describeField),
      v.check((roles) => Object.keys(roles).length > 0, '至少写一组'),
    ),
  },
  describeField,
);

/** The OIDC settings for the login of staff, from oidc.yaml; null without the file. Throws if the file has mistakes. */
export async function openOidcSettings(dataDir: string): Promise<OidcSettings | null> {
  const read = await readSecretSettings(path.join(dataDir, OIDC_FILE_NAME), FILE);
  if (!read) return null;
  const { fields, source } = read;
  let clientSecret = '';
  if (fields)
    try {
      clientSecret = (await readSecretFile(path.join(dataDir, fields.client_secret_file))).trim();
    } catch (error) {
      source.wrong(['client_secret_file'], error instanceof Error ? error.message : String(error));
    }
  const mistakes = mistakesOf(source);
  if (!fields || mistakes.length > 0) throw badFile(OIDC_FILE_NAME, mistakes, 'npm start');
  const { issuer, client_id: clientId, button, scope, claim, roles } = fields;
  const byName = new Map(ROLES.map((role): [string, Role] => [ROLE_NAMES[role], role]));
  const pairs = Object.entries(roles).map(([group, name]) => [group, byName.get(name) ?? 'viewer'] as const);
  return { issuer, clientId, clientSecret, button, scope, claim, roles: pairs };
}
