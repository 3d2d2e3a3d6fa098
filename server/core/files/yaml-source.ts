import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, type Node, visit, type YAMLMap } from 'yaml';
import { parseBounded, type TooMuch } from './bounded-yaml.ts';

/** Where a value stands in the file: names of fields and places in lists, from the outermost. */
export type Path = readonly (string | number)[];

/** Something wrong with the file: one Chinese sentence about one field. */
export type Mistake = { line: number; field: string; what: string };

export type YamlSource = FieldSource & { mistakes: Mistake[] };

/** Fields to be checked. */
export type FieldSource = {
  /** The fields at the outermost level; undefined if the file can't be read as such. */
  root: Record<string, unknown> | undefined;
  /** Records a mistake in a field. */
  wrong(path: Path, what: string): void;
};

/** Enough for the texts of a whole site. Parsing costs several hundred times the size. */
export const MAX_YAML_BYTES = 2 * 1024 * 1024;
const MAX_ALIASES = 100;
/** A site with 500 items in every list has about 100,000 tokens. */
const LIMITS = { tokens: 200_000, depth: 20, aliases: MAX_ALIASES };

const TOO_MUCH: Record<TooMuch, string> = {
  tokens: '内容太多，无法读取',
  depth: '嵌套太深，无法读取',
  aliases: '引用（*）太多',
};

const SYNTAX: Record<string, string> = {
  DUPLICATE_KEY: '这个字段写了两次',
  TAB_AS_INDENT: '缩进要用空格，不能用 Tab',
  BAD_INDENT: '缩进不对，或括号没有写完',
  BAD_SCALAR_START: '以这个符号开头的文字要加引号',
  BAD_DQ_ESCAPE: '双引号里的 \\ 后面写得不对，可以改用单引号',
  MULTIPLE_DOCS: '一个文件只能有一份内容，不能用 --- 分成几份',
  MISSING_CHAR: '缺少引号、括号或冒号',
  UNEXPECTED_TOKEN: '这里有多余的符号',
  MULTILINE_IMPLICIT_KEY: '字段名占了两行，多半是漏了冒号或缩进不对',
  BLOCK_AS_IMPLICIT_KEY: '冒号太多或缩进不对；文字里有冒号时要加引号',
};

/**
 * Reads YAML (or JSON) so that mistakes found later can be reported with their line. Never throws. A number is a number only in
 * the named fields. Elsewhere it stays the written text: 007 does not become 7, and the code 2e3456 does not become a number.
 */
export function readYaml(text: string, numericFields: ReadonlySet<string> = new Set()): YamlSource {
  const lines = new LineCounter();
  const mistakes: Mistake[] = [];
  const document = parse(text, lines, numericFields);
  const lineOf = (node: Node | undefined) => lines.linePos(node?.range?.[0] ?? 0).line;
  const find = nodeFinder();
  const contents = typeof document === 'string' ? undefined : document.contents;
  const wrong = (path: Path, what: string) => {
    mistakes.push({ line: lineOf(find(contents, path)), field: fieldName(path), what });
  };
  if (typeof document === 'string') {
    mistakes.push({ line: 1, field: '', what: TOO_MUCH[document] });
    return { root: undefined, mistakes, wrong };
  }
  const reported = new Set<number>();
  for (const { code, pos } of document.errors) {
    const { line } = lines.linePos(pos[0]);
    // Further errors on a line mostly follow from the first.
    if (!reported.has(line)) mistakes.push({ line, field: '', what: SYNTAX[code] ?? 'YAML 的写法有误' });
    reported.add(line);
  }
  visit(document, {
    Alias(_key, node) {
      if (node.resolve(document)) return;
      mistakes.push({ line: lineOf(node), field: '', what: `引用的「*${node.source}」前面没有定义` });
    },
  });
  if (mistakes.length > 0) return { root: undefined, mistakes, wrong };
  return { root: rootOf(document, wrong), mistakes, wrong };
}

function parse(text: string, lines: LineCounter, numericFields: ReadonlySet<string>) {
  const document = parseBounded(text, lines, LIMITS);
  if (typeof document === 'string') return document;
  visit(document, {
    Scalar(key, node, around) {
      const pair = around.findLast((each) => isPair(each));
      const field = pair && isScalar(pair.key) ? String(pair.key.value) : '';
      if (key !== 'key' && typeof node.value === 'number' && !numericFields.has(field)) node.value = node.source;
    },
  });
  return document;
}

function rootOf(
  document: Exclude<ReturnType<typeof parse>, string>,
  wrong: YamlSource['wrong'],
): Record<string, unknown> | undefined {
  if (document.contents === null) return {};
  if (!isMap(document.contents)) {
    wrong([], '最外层要写成「字段: 内容」');
    return undefined;
  }
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    wrong([], '引用（*）太多');
    return undefined;
  }
}

/**
 * Finds the node to report for a path: the name of a field, an item of a list, or else the nearest node around it. The fields of
 * a map are indexed once: a file may have many mistakes.
 */
function nodeFinder(): (contents: unknown, path: Path) => Node | undefined {
  const indexes = new WeakMap<YAMLMap, Map<string, YAMLMap['items'][number]>>();
  const indexOf = (map: YAMLMap) => {
    const known = indexes.get(map);
    if (known) return known;
    const pairs = map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : []));
    const index = new Map(pairs);
    indexes.set(map, index);
    return index;
  };
  return (contents, path) => {
    let around: unknown = contents;
    let nearest: Node | undefined = isNode(contents) ? contents : undefined;
    for (const step of path) {
      if (isMap(around)) {
        const pair = indexOf(around).get(String(step));
        if (!pair) return nearest;
        if (isNode(pair.key)) nearest = pair.key;
        around = pair.value;
      } else if (isSeq(around)) {
        around = around.items[Number(step)];
        if (isNode(around)) nearest = around;
      } else {
        return nearest;
      }
    }
    return nearest;
  };
}

/** `home` `2` `title` as an operator counts: home 第 3 项「title」. */
function fieldName(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return ` 第 ${step + 1} 项`;
      return index === 0 ? step : `「${step}」`;
    })
    .join('');
}

/** A mistake as text for the operator. */
export function formatMistake(file: string, { line, field, what }: Mistake): string {
  return `${file} 第 ${line} 行${field === '' ? '' : ` ${field}`}：${what}`;
}
