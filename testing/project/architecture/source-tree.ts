import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const WORLDS = '{contract,server,demo,ui,client,console,testing,scripts}';

/** One `import` or re-export: `target` is a path from the root of the project, or the name of a package. */
export type Import = { target: string; isPackage: boolean; typeOnly: boolean; line: number };

/** `code` is the text with comments blanked out, line by line the same. */
export type SourceFile = { path: string; text: string; code: string; imports: Import[] };

export type Violation = { path: string; line: number; why: string };

/** A rule of the project, with an example that violates it to test the rule. */
export type Rule = {
  says: string;
  find(files: readonly SourceFile[]): Violation[];
  brokenBy: readonly SourceFile[];
  /** Files that may break it, each with its reason. */
  except?: Readonly<Record<string, string>>;
};

/** Every source file of the project. */
export function readSourceTree(): SourceFile[] {
  const found = globSync([`${WORLDS}/**/*.{ts,tsx,mjs}`, '*.ts'], {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules',
  });
  return found.sort().map((path) => sourceFile(path, readFileSync(`${ROOT}${path}`, 'utf8')));
}

/** A parsed source file. */
export function sourceFile(path: string, text: string): SourceFile {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
  return { path, text, code, imports: importsOf(path, code) };
}

/** Files for tests only, which production code must not import. */
export function isForTests(path: string): boolean {
  return /\.test\.tsx?$|(?:^|\/)testing\/|^vitest\.config\.ts$/.test(path);
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Every match of a pattern in the code of a file, as violations. */
export function matches(file: SourceFile, pattern: RegExp, why: (match: RegExpMatchArray) => string): Violation[] {
  return [...file.code.matchAll(pattern)].map((match) => ({
    path: file.path,
    line: lineAt(file.code, match.index),
    why: why(match),
  }));
}

const STATEMENT = /^[ \t]*(import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?(['"])([^'"]+)\3/gm;
const DYNAMIC = /\bimport\(\s*(['"])([^'"]+)\1\s*\)/g;

function importsOf(path: string, code: string): Import[] {
  const stated = [...code.matchAll(STATEMENT)].map((match) => {
    const names =
      /\{([^}]*)\}/
        .exec(match[0])?.[1]
        ?.split(',')
        .filter((name) => name.trim() !== '') ?? [];
    const inlineTypes = names.length > 0 && names.every((name) => name.trim().startsWith('type '));
    return { specifier: match[4] ?? '', typeOnly: match[2] !== undefined || inlineTypes, index: match.index };
  });
  const dynamic = [...code.matchAll(DYNAMIC)].map((match) => {
    return { specifier: match[2] ?? '', typeOnly: false, index: match.index };
  });
  return [...stated, ...dynamic].map(({ specifier, typeOnly, index }) => {
    const line = lineAt(code, index + (/^\s*/.exec(code.slice(index))?.[0].length ?? 0));
    return { ...resolved(path, specifier), typeOnly, line };
  });
}

function resolved(from: string, specifier: string): Pick<Import, 'target' | 'isPackage'> {
  if (specifier.startsWith('.')) return { target: posix.join(posix.dirname(from), specifier), isPackage: false };
  if (specifier.startsWith('#contract/')) return { target: `contract/${specifier.slice(10)}.ts`, isPackage: false };
  const parts = specifier.split('/');
  return { target: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'), isPackage: true };
}
