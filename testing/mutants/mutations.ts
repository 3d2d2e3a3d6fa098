import { parseSync } from 'vite';

/** A small edit of one file: the text from `start` to `end` becomes `replacement`. Offsets count UTF-16 units. */
export type Mutation = {
  kind: string;
  start: number;
  end: number;
  line: number;
  original: string;
  replacement: string;
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Edit = Pick<Mutation, 'kind' | 'start' | 'end' | 'replacement'>;

const BORDERS: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const EQUALITIES: Record<string, string> = { '===': '!==', '!==': '===' };
const CONNECTIVES: Record<string, string> = { '&&': '||', '||': '&&' };
const LEAVES = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'];
/** Logging and metrics are no rules: nothing that a reader or an operator is promised depends on them. */
const NO_RULE = /^(?:await )?(?:log|console|process\.(?:stdout|stderr)|metrics)\b/;

/** All mutations of a file in the order of the text. */
export function mutationsOf(path: string, text: string): Mutation[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} can not be parsed: ${errors[0]?.message}`);
  const edits: Edit[] = [];
  visit(program, (node) => edits.push(...editsOf(node, text)));
  return edits
    .filter(({ start, end, replacement }) => text.slice(start, end) !== replacement)
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => ({
      ...edit,
      line: text.slice(0, edit.start).split('\n').length,
      original: text.slice(edit.start, edit.end),
    }));
}

export function apply(
  text: string,
  { start, end, replacement }: Pick<Mutation, 'start' | 'end' | 'replacement'>,
): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function editsOf(node: Node, text: string): Edit[] {
  switch (node.type) {
    case 'BinaryExpression':
      return operatorEdits(node, text, { border: BORDERS, equality: EQUALITIES });
    case 'LogicalExpression':
      return operatorEdits(node, text, { connective: CONNECTIVES });
    case 'ConditionalExpression':
      return negation(node.test, text);
    case 'IfStatement':
      return [...negation(node.test, text), ...guardRemoval(node)];
    case 'ExpressionStatement':
      return statementRemoval(node, text);
    case 'Literal':
      return literalEdits(node);
    case 'TemplateElement':
      return sqlEdits(node, text);
    default:
      return [];
  }
}

function operatorEdits(node: Node, text: string, kinds: Record<string, Record<string, string>>): Edit[] {
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return [];
  const start = text.indexOf(operator, left.end);
  if (start < 0 || start >= right.start) return [];
  return Object.entries(kinds).flatMap(([kind, swaps]) => {
    const replacement = swaps[operator];
    return replacement === undefined ? [] : [{ kind, start, end: start + operator.length, replacement }];
  });
}

function negation(test: unknown, text: string): Edit[] {
  if (!isNode(test) || test.type === 'BinaryExpression') return [];
  const { start, end } = test;
  return [{ kind: 'negation', start, end, replacement: `!(${text.slice(start, end)})` }];
}

/** Removes a guard `if (…) return …;` without an else. */
function guardRemoval({ start, end, consequent, alternate }: Node): Edit[] {
  if (!isNode(consequent) || isNode(alternate)) return [];
  return LEAVES.includes(consequent.type) ? [{ kind: 'guard', start, end, replacement: ';' }] : [];
}

function statementRemoval({ start, end, expression }: Node, text: string): Edit[] {
  if (!isNode(expression) || NO_RULE.test(text.slice(start, end))) return [];
  const removable = ['CallExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression'];
  return removable.includes(expression.type) ? [{ kind: 'statement', start, end, replacement: ';' }] : [];
}

function literalEdits({ start, end, value }: Node): Edit[] {
  if (typeof value === 'boolean') return [{ kind: 'boolean', start, end, replacement: String(!value) }];
  if (typeof value !== 'number') return [];
  const next = Number.isInteger(value) && value < 10 ? value + 1 : value * 2;
  return [{ kind: 'constant', start, end, replacement: String(next) }];
}

const SQL = /\b(?:select|insert into|update|delete from)\b/;
const SQL_SWAPS: readonly (readonly [RegExp, string])[] = [
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )>=(?= )/g, '>'],
  [/\bleast(?=\()/g, 'greatest'],
  [/\bgreatest(?=\()/g, 'least'],
  [/ desc\b/g, ''],
  [/ for (?:no key )?update\b/g, ''],
  [/\bnot null\b|\bis not true\b/g, 'is null'],
  // A condition on its own line.
  [/\n *and [^()\n]*(?=\n|$)/g, '\n'],
];

function sqlEdits({ start, end }: Node, text: string): Edit[] {
  const sql = text.slice(start, end);
  if (!SQL.test(sql)) return [];
  return SQL_SWAPS.flatMap(([pattern, replacement]) =>
    [...sql.matchAll(pattern)].map((match) => {
      const at = start + match.index;
      return { kind: 'sql', start: at, end: at + match[0].length, replacement };
    }),
  );
}

/** Skips types. */
function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  if (!isNode(value) || /^TS(?!AsExpression|NonNull|Satisfies)|^ImportDeclaration|^Decorator/.test(value.type)) return;
  see(value);
  for (const child of Object.values(value)) if (typeof child === 'object') visit(child, see);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}
