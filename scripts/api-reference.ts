import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Call, Limit, Schema, Who } from '#contract/call';
import * as contract from '#contract/calls';
import { CONSOLE_CALLS } from '#contract/console/calls';
import { PERMISSIONS, ROLE_NAMES, ROLES } from '#contract/console/roles';
import type { StaffCall } from '#contract/console/staff-call';
import { REFUSALS, type RefusalEntry, type RefusalName } from '#contract/refusals';
import * as shapesOfAnswers from '#contract/shapes';
import * as verification from '#contract/verification';
import { CONSOLE, ENVELOPE, FIELD_NOTES, IMAGES, INTRODUCTION, SIMPLE_NOTES } from './api-prose.ts';
import { fieldsOf, phraseFor } from './schema-phrases.ts';

const PREFIX = '/api/';
const CONSOLE_PREFIX = '/console/api/';
const WHO: Record<Who, string> = { anyone: '任何人', session: '会话', registered: '已注册' };
const PER: Record<Limit['by'], string> = {
  address: '每个地址',
  network: '每个网络（IPv4 /24、IPv6 /48）',
  session: '每个会话',
};

/** Checks that JSON Schema can't express. The reference leaves them out. */
const SILENT: Pick<ConversionConfig, 'errorMode'> = { errorMode: 'ignore' };

/** The named shapes; the reference links to them wherever a schema uses them. */
const SHAPES: Record<string, Schema> = Object.fromEntries(
  Object.entries({ ...shapesOfAnswers, ...verification })
    .flatMap(([name, shape]): [string, Schema][] => (isSchema(shape) ? [[name, shape]] : []))
    // The order of a module's exports differs between loaders.
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** The reference of every call, in Chinese, from the contract's own schemas; `docs/api.md` is this text. */
export function renderApiReference(): string {
  const sections = [
    INTRODUCTION,
    callIndex(),
    ENVELOPE,
    codes(),
    shapes(),
    `## 调用\n\n${contract.CALLS.map(callSection).join('\n\n')}`,
    IMAGES,
    consoleIndex(),
    `## 后台的调用\n\n${CONSOLE_CALLS.map(callSection).join('\n\n')}`,
  ];
  return `${sections.map((section) => section.trim()).join('\n\n')}\n`;
}

function callIndex(): string {
  const rows = contract.CALLS.map((call: Call) => [link(call.path), WHO[call.who], call.what]);
  return `## 一览\n\n${table(['路径', '谁可以调用', '作用'], rows)}`;
}

function consoleIndex(): string {
  const rows = CONSOLE_CALLS.map((call: StaffCall) => [link(call.path, CONSOLE_PREFIX), whoOf(call), call.what]);
  return `${CONSOLE}\n\n${table(['路径', '谁可以调用', '作用'], rows)}`;
}

/** The roles with the permission of a call of the console. */
function whoOf(call: Call | StaffCall): string {
  const { who } = call;
  if (typeof who === 'string') return WHO[who];
  const forAuthors = 'authorScope' in call && call.authorScope ? '、作者（自己的漫画）' : '';
  const roles = ROLES.filter((role) => PERMISSIONS[role].includes(who.staff)).map((role) => ROLE_NAMES[role]);
  const names = roles.length === ROLES.length ? '每位员工' : `${roles.join('、')}${forAuthors}`;
  if (who.fresh) return `${names}；10 分钟内验证过身份`;
  return who.staff === 'account' ? names : `${names}；密钥也可以`;
}

function codes(): string {
  const refusals = Object.values(REFUSALS).sort((a, b) => a.code - b.code);
  const rows = refusals.map(({ name, code, message }) => [`\`${code}\``, `\`${name}\``, message, callsRefusing(name)]);
  const success = ['`0`', '', 'success', ''];
  return `## 错误码\n\n名称只用在代码里，响应里是 code；消息是默认的一句，可以直接给读者看。「出现在」只列各调用自己声明的拒绝；\`-1\`、\`1000\` 到 \`1003\`、\`1401\`、\`9000\` 由统一的入口给出，任何调用都可能遇到；\`7001\` 到 \`7499\` 是后台的调用的。\n\n${table(['code', '名称', '默认消息', '出现在'], [success, ...rows])}`;
}

function callsRefusing(name: RefusalName): string {
  const refusing = (call: Call | StaffCall) => Object.hasOwn(call.refusals, name);
  return [
    ...contract.CALLS.filter(refusing).map(({ path }) => link(path)),
    ...CONSOLE_CALLS.filter(refusing).map(({ path }) => link(path, CONSOLE_PREFIX)),
  ].join('、');
}

function shapes(): string {
  const named = Object.entries(SHAPES).map(([name, shape]) => ({ name, shape, json: definitionOf(name) }));
  const simple = named.filter(({ json }) => json.type !== 'object');
  const rows = simple.map(({ name, json }) => [
    `<a id="${name.toLowerCase()}"></a>\`${name}\``,
    phraseFor(json),
    SIMPLE_NOTES[name] ?? '',
  ]);
  const objects = named
    .filter(({ json }) => json.type === 'object')
    .map(({ name, shape }) => shapeSection(name, shape));
  return `## 共用的形状\n\n### 简单类型\n\n${table(['名称', '类型', '说明'], rows)}\n\n${objects.join('\n\n')}`;
}

function shapeSection(name: string, shape: Schema): string {
  const base = baseOf(name, shape);
  const own = fieldRows(definitionOf(name), name).filter(([field = '']) => !base?.fields.has(topLevel(field)));
  const more = base ? `\`${base.name}\` 的全部字段，另有：\n\n` : '';
  return `### ${name}\n\n${more}${table(['字段', '类型', '必有', '说明'], own)}`;
}

/** The largest other shape whose fields are all in this one. */
function baseOf(name: string, shape: Schema): { name: string; fields: Set<string> } | undefined {
  const entries = entriesOf(shape);
  const bases = Object.entries(SHAPES).flatMap(([otherName, other]) => {
    const fields = Object.entries(entriesOf(other));
    const isBase =
      otherName !== name && fields.length > 0 && fields.every(([field, schema]) => entries[field] === schema);
    return isBase ? [{ name: otherName, fields: new Set(fields.map(([field]) => field)) }] : [];
  });
  return bases.sort((a, b) => b.fields.size - a.fields.size)[0];
}

function callSection(call: Call | StaffCall): string {
  const facts = [
    `- 谁可以调用：${whoOf(call)}`,
    ...(call.limits.length > 0
      ? [`- 频率限制：${call.limits.map((limit) => limitPhrase(limit, isOfConsole(call))).join('；')}`]
      : []),
  ];
  const refusals = Object.values(REFUSALS)
    .filter(({ name }) => Object.hasOwn(call.refusals, name))
    // The order of exports differs between Node and Vitest.
    .sort((a, b) => a.code - b.code)
    .map((entry) => refusalLine(entry, call.refusals[entry.name] ?? null));
  return [
    `### ${isOfConsole(call) ? CONSOLE_PREFIX : PREFIX}${call.path}`,
    call.what,
    facts.join('\n'),
    '**请求**',
    payloadTable(call),
    '**data**',
    dataTable(call),
    ...(refusals.length > 0 ? ['**拒绝**', refusals.join('\n')] : []),
  ].join('\n\n');
}

function isOfConsole(call: Call | StaffCall): boolean {
  return CONSOLE_CALLS.some((each) => each === call);
}

function payloadTable(call: Call | StaffCall): string {
  const rows = fieldRows(convertWhole(call.payload), call.path);
  return rows.length > 0 ? table(['字段', '类型', '必填', '说明'], rows) : '没有字段，请求体可以为空。';
}

function dataTable(call: Call | StaffCall): string {
  const json = convert(call.data, 'output');
  if (json.type !== 'object' || !json.properties) return phraseFor(json);
  return table(['字段', '类型', '必有', '说明'], fieldRows(json, call.path));
}

function refusalLine({ name, code, message }: RefusalEntry, data: Schema | null): string {
  return `- \`${code}\` \`${name}\` ${message}；data：${data ? phraseFor(convert(data, 'output')) : '`null`'}`;
}

function limitPhrase({ by, points, seconds }: Limit, ofConsole: boolean): string {
  const whose = ofConsole && by === 'session' ? '每位员工' : PER[by];
  return `${whose} ${durationPhrase(seconds)} ${points} 次`;
}

function durationPhrase(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} 小时`;
  return seconds % 60 === 0 ? `${seconds / 60} 分钟` : `${seconds} 秒`;
}

function fieldRows(json: JsonSchema, owner: string): string[][] {
  return fieldsOf(json).map(({ name, phrase, required }) => {
    const note = FIELD_NOTES[`${owner}.${name}`] ?? '';
    return [`\`${name}\``, phrase, requiredPhrase(required), note];
  });
}

function requiredPhrase(required: boolean | 'one of them'): string {
  if (required === 'one of them') return '其一';
  return required ? '是' : '';
}

function convert(schema: Schema, typeMode: 'input' | 'output'): JsonSchema {
  return toJsonSchema(schema, { ...SILENT, definitions: SHAPES, typeMode });
}

/** The schema with its fields. For a named shape, `convert` returns only a reference. */
function convertWhole(schema: Schema): JsonSchema {
  const others = Object.entries(SHAPES).filter(([, shape]) => shape !== schema);
  return toJsonSchema(schema, { ...SILENT, definitions: Object.fromEntries(others), typeMode: 'input' });
}

function definitionOf(name: string): JsonSchema {
  const shape = SHAPES[name];
  if (!shape) throw new Error(`No shape ${name}`);
  const definition = toJsonSchema(shape, { ...SILENT, definitions: SHAPES, typeMode: 'output' }).$defs?.[name];
  if (typeof definition !== 'object') throw new Error(`No definition of ${name}`);
  return definition;
}

function entriesOf(schema: Schema): v.ObjectEntries {
  return 'entries' in schema ? (schema as v.GenericSchema & { entries: v.ObjectEntries }).entries : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}

/** The name of the field itself in `` `grade.level` `` or `` `variants[].url` ``. */
function topLevel(field: string): string {
  return /^`?(\w+)/.exec(field)?.[1] ?? field;
}

function link(path: string, prefix = PREFIX): string {
  return `[\`${path}\`](#${`${prefix}${path}`.replaceAll('/', '')})`;
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
