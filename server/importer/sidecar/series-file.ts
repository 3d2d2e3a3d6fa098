import { basename } from 'node:path';
import * as v from 'valibot';
import { isMap, isScalar, isSeq, LineCounter, type Node, type YAMLMap } from 'yaml';
import { parseBounded, type TooMuch } from '../../core/files/bounded-yaml.ts';
import type { ChapterSettings, ComicSettings } from '../../modules/catalog/publishing/publishing.ts';
import { distinct, oneLine } from '../text/bounded-text.ts';
import { decodeXml } from '../text/xml-text.ts';
import { CHAPTER, MIHON, MYLAR, SERIES } from './series-file-fields.ts';

/** Parsing YAML takes several hundred times its size in memory. Real files are below 100 KiB. */
export const MAX_SERIES_FILE_BYTES = 256 * 1024;
/** The file of Mihon's and Tachiyomi's local source. */
const MIHON_FILE = 'details.json';
const MAX_ALIASES = 20;
/** A comic of 5,000 chapters, each with a price and a time, has about 105,000 tokens. */
const LIMITS = { tokens: 150_000, depth: 20, aliases: MAX_ALIASES };
const TOO_MUCH: Record<TooMuch, string> = { tokens: '内容太多', depth: '嵌套太深', aliases: '引用（*）太多' };
const MAX_WARNINGS = 20;

/** The content of series.yaml or series.json. */
export type SeriesFile = {
  title: string | undefined;
  /** Name of a picture in the same folder. */
  cover: string | undefined;
  /** The crop position of the cover in percent. */
  coverPosition: { x: number; y: number } | undefined;
  settings: ComicSettings;
  chapters: Map<number, ChapterSettings>;
};

type Fields<Out> = v.GenericSchema<unknown, Out> & { entries: Record<string, v.GenericSchema> };
type ParseContext = { name: string; lines: LineCounter; warnings: string[] };

/**
 * Reads a series file, YAML or JSON (JSON is valid YAML). Never throws: an invalid field causes a warning with its line and
 * name, and the rest is used.
 */
export function readSeriesFile(bytes: Buffer, name: string): { seriesFile: SeriesFile; warnings: string[] } {
  const seriesFile: SeriesFile = {
    title: undefined,
    cover: undefined,
    coverPosition: undefined,
    settings: {},
    chapters: new Map(),
  };
  const context: ParseContext = { name, lines: new LineCounter(), warnings: [] };
  const root = parseRoot(bytes, context);
  if (root !== undefined) {
    const mylar = mapIn(root.get('metadata'));
    if (basename(name).toLowerCase() === MIHON_FILE) readMihonFields(root, seriesFile, context);
    else if (mylar !== undefined && !root.has('title')) readMylarFields(mylar, seriesFile, context);
    else readOwnFields(root, seriesFile, context);
  }
  const more = context.warnings.length - MAX_WARNINGS;
  const warnings = context.warnings.slice(0, MAX_WARNINGS);
  return { seriesFile, warnings: more > 0 ? [...warnings, `${name} 里还有 ${more} 处问题`] : warnings };
}

function parseRoot(bytes: Buffer, context: ParseContext): YAMLMap | undefined {
  if (bytes.length > MAX_SERIES_FILE_BYTES) return warnUnused(context, `超过 ${MAX_SERIES_FILE_BYTES / 1024} KB`);
  try {
    const text = decodeXml(bytes);
    const document = parseBounded(text, context.lines, LIMITS);
    if (typeof document === 'string') return warnUnused(context, TOO_MUCH[document]);
    const [error] = document.errors;
    if (error) return warnUnused(context, `第 ${context.lines.linePos(error.pos[0]).line} 行的写法有误`);
    // Throws if the aliases expand too much.
    document.toJS({ maxAliasCount: MAX_ALIASES });
    if (document.contents === null) return undefined;
    return mapIn(document.contents) ?? warnUnused(context, '最外层应该是「字段: 内容」');
  } catch {
    return warnUnused(context, TOO_MUCH.aliases);
  }
}

/** Some versions of Mylar write a list with one item. */
function mapIn(node: unknown): YAMLMap | undefined {
  const [first] = isSeq(node) ? node.items : [node];
  return isMap(first) ? first : undefined;
}

function warnUnused(context: ParseContext, why: string): undefined {
  context.warnings.push(`没有采用 ${context.name}：${why}`);
}

function readOwnFields(root: YAMLMap, seriesFile: SeriesFile, context: ParseContext): void {
  const fields = readFields(root, SERIES, ['chapters'], context, '');
  const { title, cover, coverPosition, price: priceCoins, ...facts } = fields;
  seriesFile.title = title;
  seriesFile.cover = cover;
  seriesFile.coverPosition = coverPosition;
  seriesFile.settings = { ...facts, priceCoins };
  const chapters = root.get('chapters', true);
  if (chapters === undefined) return;
  if (!isMap(chapters)) {
    warnInvalid(context, chapters, 'chapters', '要按话数列出，例如 "12": {price: 30}');
    return;
  }
  for (const { key, value } of chapters.items) {
    const no = Number(String(isScalar(key) ? key.value : '').trim());
    const field = `chapters.${shownKey(key)}`;
    if (!isScalar(key) || key.value === '' || !Number.isFinite(no) || no < 0 || no >= 1e9) {
      warnInvalid(context, key, field, '不是话数');
    } else if (!isMap(value)) {
      warnInvalid(context, value ?? key, field, '要写 price、title、freeAt');
    } else {
      const { price, title: chapterTitle, freeAt } = readFields(value, CHAPTER, [], context, `${field}.`);
      seriesFile.chapters.set(no, { priceCoins: price, title: chapterTitle, freeAt });
    }
  }
}

/** The format of Mylar, also read by Kavita and Komga: {"metadata": {"name": …, "description_text": …}}. */
function readMylarFields(metadata: YAMLMap, seriesFile: SeriesFile, context: ParseContext): void {
  const fields = readFields(metadata, MYLAR, undefined, context, 'metadata.');
  seriesFile.title = fields.name;
  const description = fields.description_text || fields.description_formatted;
  seriesFile.settings = { status: fields.status, ...(description ? { description } : {}) };
}

/** {"title": …, "author": …, "artist": …, "description": …, "genre": […], "status": "2"} */
function readMihonFields(root: YAMLMap, seriesFile: SeriesFile, context: ParseContext): void {
  const fields = readFields(root, MIHON, undefined, context, '');
  const authors = distinct([...(fields.author ?? []), ...(fields.artist ?? [])]);
  seriesFile.title = fields.title;
  seriesFile.settings = {
    status: fields.status,
    ...(fields.description ? { description: fields.description } : {}),
    ...(authors.length > 0 ? { authors } : {}),
    ...(fields.genre && fields.genre.length > 0 ? { genres: fields.genre } : {}),
  };
}

/**
 * Reads each field separately, so that an invalid one does not affect the others. `others`: names that are read elsewhere
 * (undefined: any name).
 */
function readFields<Out>(
  map: YAMLMap,
  schema: Fields<Out>,
  others: string[] | undefined,
  context: ParseContext,
  prefix: string,
): Out {
  const good: Record<string, unknown> = {};
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const field = Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined;
    if (field !== undefined) {
      const result = v.safeParse(field, resolvedValue(value));
      if (result.success) good[name] = resolvedValue(value);
      else warnInvalid(context, value ?? key, prefix + name, issueMessage(result.issues[0]));
    } else if (others !== undefined && !others.includes(name)) {
      warnInvalid(context, key, prefix + shownKey(key), '没有这个字段');
    }
  }
  return v.parse(schema, good);
}

/** The value of a node with resolved aliases. The number of aliases was checked before. */
function resolvedValue(node: unknown): unknown {
  return isNode(node) ? node.toJSON() : node;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'toJSON' in value && 'range' in value;
}

function issueMessage(issue: v.BaseIssue<unknown>): string {
  return /[\u4e00-\u9fff]/.test(issue.message) ? issue.message : '的内容不对';
}

function warnInvalid(context: ParseContext, node: unknown, field: string, what: string): void {
  const start = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  context.warnings.push(
    `${context.name} 第 ${context.lines.linePos(start).line} 行「${field}」${what}，这一项没有采用`,
  );
}

function shownKey(key: unknown): string {
  return oneLine(String(isScalar(key) ? key.value : '?'), 40) ?? '?';
}
