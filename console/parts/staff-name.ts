import { LOOKS_BLANK } from '#contract/console/roles';

/** The problem with a new login name; `true` if there is none. */
export function staffNameFault(name: string): true | string {
  if (LOOKS_BLANK.test(name.trim())) return '不能有看不见的字符，比如零宽字符、韩文填充符';
  return name.trim().length >= 2 || '至少 2 个字';
}
