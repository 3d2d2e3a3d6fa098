import { join } from 'node:path';
import { type CallExpression, type Node, type SourceFile, SyntaxKind, type TypeNode } from 'typescript/unstable/ast';
import { isCallExpression, isIdentifier } from 'typescript/unstable/ast/is';
import { API, type Checker, type Type } from 'typescript/unstable/sync';

/** The row type of a call of `planned<Row>(…)`. */
export type DeclaredRow = { where: string; row: Type };

/** A call of `statement<Row, Params>(name, text)`, or of `allRows` and the like. `name`: `${…}` in it stands for any text. */
export type DeclaredStatement = DeclaredRow & { name: RegExp; fixedLength: number; params: Type };

const FUNCTIONS_WITH_ROWS = ['allRows', 'firstRow', 'allValues', 'firstValue', 'valueOr', 'hasRow'];

export type Declared = {
  checker: Checker;
  statements: DeclaredStatement[];
  planned: DeclaredRow[];
  /** The files that declare statements. */
  files: string[];
  close(): void;
};

/** Reads the declared types of all statements of the server with the compiler. */
export function readDeclared(root: string): Declared {
  const api = new API({ cwd: root });
  const config = join(root, 'server/tsconfig.json');
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (!project) throw new Error(`the compiler can't open ${config}`);
  const { checker, program } = project;
  const typeOf = (node: TypeNode) => checker.getTypeFromTypeNode(node) ?? checker.getUnknownType();
  const declared: Declared = { checker, statements: [], planned: [], files: [], close: () => api.close() };
  for (const path of program.getSourceFileNames()) {
    const file = isProduct(root, path) ? program.getSourceFile(path) : undefined;
    if (!file) continue;
    const before = declared.statements.length;
    for (const call of callsIn(file)) {
      const types = call.typeArguments ?? [];
      const hasRow = isCallOf(call, 'statement', ...FUNCTIONS_WITH_ROWS);
      const [row, params] = isCallOf(call, 'execute') ? [undefined, ...types] : types;
      const where = `${path.slice(root.length + 1)}: ${call.arguments[0]?.getText(file)}`;
      if (params && (row === undefined || hasRow))
        declared.statements.push({
          where,
          row: row ? typeOf(row) : checker.getNeverType(),
          params: typeOf(params),
          ...nameOf(call.arguments[0], file),
        });
      else if (isCallOf(call, 'planned') && row) declared.planned.push({ where, row: typeOf(row) });
    }
    if (declared.statements.length > before) declared.files.push(path);
  }
  return declared;
}

function isProduct(root: string, path: string): boolean {
  return (
    path.startsWith(join(root, 'server/')) &&
    path !== join(root, 'server/core/db/db.ts') &&
    !path.endsWith('.test.ts') &&
    !path.includes('/testing/')
  );
}

function callsIn(file: SourceFile): CallExpression[] {
  const calls: CallExpression[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node)) calls.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return calls;
}

function isCallOf({ expression }: CallExpression, ...names: string[]): boolean {
  return isIdentifier(expression) && names.includes(expression.text);
}

function nameOf(node: Node | undefined, file: SourceFile): Pick<DeclaredStatement, 'name' | 'fixedLength'> {
  const text = node?.getText(file) ?? '';
  if (node?.kind !== SyntaxKind.TemplateExpression && node?.kind !== SyntaxKind.StringLiteral)
    throw new Error(`the name of a statement must be a string or a template: ${text}`);
  const parts = text.slice(1, -1).split(/\$\{[^}]*\}/);
  return {
    name: new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`),
    fixedLength: parts.join('').length,
  };
}
