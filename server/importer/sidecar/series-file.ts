import * as v from 'valibot';
import { isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import type { ChapterOrders, ComicOrders } from '../../modules/catalog/orders-store.ts';
import { oneLine } from '../text/bounded-text.ts';
import { decodeXml } from '../text/xml-text.ts';
import { CHAPTER, MYLAR, SERIES } from './series-file-fields.ts';

/** Parsing YAML costs several hundred times its size; the longest real ones stay below 100 KiB. */
export const MAX_SIDECAR_BYTES = 256 * 1024;
const MAX_ALIASES = 20;
const MAX_WARNINGS = 20;

/** What series.yaml or series.json says of a series. */
export type Sidecar = {
  title: string | undefined;
  /** Name of a picture in the same folder. */
  cover: string | undefined;
  orders: ComicOrders;
  chapters: Map<number, ChapterOrders>;
};

type Fields<Out> = v.GenericSchema<unknown, Out> & { entries: Record<string, v.GenericSchema> };
type Reading = { name: string; lines: LineCounter; warnings: string[] };

/**
 * Reads a sidecar, YAML or JSON (which is YAML as well). Never throws: what can't be understood is told with its line and
 * field, and the rest is used.
 */
export function readSidecar(bytes: Buffer, name: string): { sidecar: Sidecar; warnings: string[] } {
  const sidecar: Sidecar = { title: undefined, cover: undefined, orders: {}, chapters: new Map() };
  const reading: Reading = { name, lines: new LineCounter(), warnings: [] };
  const root = parseRoot(bytes, reading);
  if (root !== undefined) {
    const mylar = root.get('metadata');
    if (isMap(mylar) && !root.has('title')) readMylar(mylar, sidecar, reading);
    else readOwn(root, sidecar, reading);
  }
  const more = reading.warnings.length - MAX_WARNINGS;
  const warnings = reading.warnings.slice(0, MAX_WARNINGS);
  return { sidecar, warnings: more > 0 ? [...warnings, `${name} 里还有 ${more} 处问题`] : warnings };
}

function parseRoot(bytes: Buffer, reading: Reading): YAMLMap | undefined {
  if (bytes.length > MAX_SIDECAR_BYTES) return unused(reading, `超过 ${MAX_SIDECAR_BYTES / 1024} KB`);
  try {
    const text = decodeXml(bytes);
    const document = parseDocument(text, { lineCounter: reading.lines, prettyErrors: false, logLevel: 'silent' });
    const [error] = document.errors;
    if (error) return unused(reading, `第 ${reading.lines.linePos(error.pos[0]).line} 行的写法有误`);
    // Resolves the aliases once, which is refused where they multiply.
    document.toJS({ maxAliasCount: MAX_ALIASES });
    if (document.contents === null) return undefined;
    if (!isMap(document.contents)) return unused(reading, '最外层应该是「字段: 内容」');
    return document.contents;
  } catch {
    return unused(reading, '嵌套太深或引用太多');
  }
}

function unused(reading: Reading, why: string): undefined {
  reading.warnings.push(`没有采用 ${reading.name}：${why}`);
}

function readOwn(root: YAMLMap, sidecar: Sidecar, reading: Reading): void {
  const said = readFields(root, SERIES, ['chapters'], reading, '');
  const { title, cover, price: priceCoins, ...facts } = said;
  sidecar.title = title;
  sidecar.cover = cover;
  sidecar.orders = { ...facts, priceCoins };
  const chapters = root.get('chapters', true);
  if (chapters === undefined) return;
  if (!isMap(chapters)) {
    wrong(reading, chapters, 'chapters', '要按话数列出，例如 "12": {price: 30}');
    return;
  }
  for (const { key, value } of chapters.items) {
    const no = Number(String(isScalar(key) ? key.value : '').trim());
    const field = `chapters.${shown(key)}`;
    if (!isScalar(key) || key.value === '' || !Number.isFinite(no) || no < 0 || no >= 1e9) {
      wrong(reading, key, field, '不是话数');
    } else if (!isMap(value)) {
      wrong(reading, value ?? key, field, '要写 price、title、freeAt');
    } else {
      const { price, title: chapterTitle, freeAt } = readFields(value, CHAPTER, [], reading, `${field}.`);
      sidecar.chapters.set(no, { priceCoins: price, title: chapterTitle, freeAt });
    }
  }
}

/** The format that Mylar made and Kavita and Komga read: {"metadata": {"name": …, "description_text": …}}. */
function readMylar(metadata: YAMLMap, sidecar: Sidecar, reading: Reading): void {
  const said = readFields(metadata, MYLAR, undefined, reading, 'metadata.');
  sidecar.title = said.name;
  const description = said.description_text || said.description_formatted;
  sidecar.orders = { status: said.status, ...(description ? { description } : {}) };
}

/** Every field by itself, so that one that is wrong costs no other; `others`: names that are read elsewhere (undefined: any). */
function readFields<Out>(
  map: YAMLMap,
  schema: Fields<Out>,
  others: string[] | undefined,
  reading: Reading,
  prefix: string,
): Out {
  const good: Record<string, unknown> = {};
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const field = Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined;
    if (field !== undefined) {
      const result = v.safeParse(field, plain(value));
      if (result.success) good[name] = plain(value);
      else wrong(reading, value ?? key, prefix + name, innermost(result.issues[0]));
    } else if (others !== undefined && !others.includes(name)) {
      wrong(reading, key, prefix + shown(key), '没有这个字段');
    }
  }
  return v.parse(schema, good);
}

/** The value behind a node, its aliases resolved; the document was checked to have few. */
function plain(node: unknown): unknown {
  return isNode(node) ? node.toJSON() : node;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'toJSON' in value && 'range' in value;
}

function innermost(issue: v.BaseIssue<unknown>): string {
  return /[\u4e00-\u9fff]/.test(issue.message) ? issue.message : '的内容不对';
}

function wrong(reading: Reading, node: unknown, field: string, what: string): void {
  const start = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  reading.warnings.push(
    `${reading.name} 第 ${reading.lines.linePos(start).line} 行「${field}」${what}，这一项没有采用`,
  );
}

function shown(key: unknown): string {
  return oneLine(String(isScalar(key) ? key.value : '?'), 40) ?? '?';
}
