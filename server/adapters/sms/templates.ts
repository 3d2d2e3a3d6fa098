import type { CodePurpose, NoticePurpose } from '../../modules/account/account.ts';

export type SmsPurpose = CodePurpose | NoticePurpose;

/** The gateway's name of the template for each purpose; `default` stands for every code without one of its own. */
export type Templates = Readonly<Partial<Record<SmsPurpose | 'default', string>>>;

export const CODE_PURPOSES = ['login', 'bind', 'password', 'phone', 'delete'] as const satisfies CodePurpose[];
export const NOTICE_PURPOSES = ['phone-changed'] as const satisfies NoticePurpose[];

/** The template of a purpose; a notice has no code, so the default does not fit it. */
export function templateOf(templates: Templates, purpose: SmsPurpose): string | undefined {
  return templates[purpose] ?? (purpose === 'phone-changed' ? undefined : templates.default);
}

/** A template at its gateway. */
export type TemplateState = { review: 'passed' | 'waiting' | 'failed'; content: string };

/** The mistake of one template for the operator; `null` if there is none. */
export type TemplateFinding = { template: string; fault: string | null };

/** The form of a variable at a gateway, and the names of the variables of codes. */
export type Variables = { pattern: RegExp; ofCodes: readonly string[] };

/** Compares every template in use with the template at its gateway. */
export async function findTemplateFaults(
  templates: Templates,
  { pattern, ofCodes }: Variables,
  find: (template: string) => Promise<TemplateState | null>,
): Promise<TemplateFinding[]> {
  const states = new Map<string, TemplateState | null>();
  const findings = new Map<string, TemplateFinding>();
  for (const purpose of [...CODE_PURPOSES, ...NOTICE_PURPOSES]) {
    const template = templateOf(templates, purpose);
    if (template === undefined || findings.get(template)?.fault) continue;
    const state = states.get(template) ?? (await find(template));
    states.set(template, state);
    const expected = purpose === 'phone-changed' ? [] : ofCodes;
    findings.set(template, { template, fault: faultOf(state, pattern, expected) });
  }
  return [...findings.values()];
}

function faultOf(state: TemplateState | null, pattern: RegExp, expected: readonly string[]): string | null {
  if (!state) return '这个账号里没有它';
  if (state.review === 'waiting') return '还在审核';
  if (state.review === 'failed') return '没有通过审核，或已经停用';
  const found = [...new Set([...state.content.matchAll(pattern)].map(([, name = '']) => name))].toSorted();
  if (found.join() === expected.join()) return null;
  const said = (names: readonly string[]) => (names.length > 0 ? `有 ${names.join('、')}` : '没有变量');
  return `变量对不上：应当${said(expected)}，模板里${said(found)}`;
}
