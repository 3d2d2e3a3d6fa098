import type { SourceFile } from '../source-files.ts';
import { type BookFiles, isPicture, readText } from './book-files.ts';
import { attributesOf, piecesOf } from './markup.ts';

const URL = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)/gi;

export function urlsIn(css: string): string[] {
  return [...css.matchAll(URL)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

/** The background pictures that the style sheets of a document give to its elements. */
export async function sheetBackgrounds(files: BookFiles, path: string, document: string): Promise<SourceFile[]> {
  const { names, own, linked } = stylesOf(document);
  const sheets = [{ path, css: own }];
  for (const href of linked) {
    const sheet = files.resolve(path, href);
    if (sheet !== undefined) sheets.push({ path: sheet.path, css: await readText(sheet).catch(() => '') });
  }
  return sheets.flatMap((sheet) =>
    rulesOf(sheet.css).flatMap(({ selectors, body }) => {
      const urls = appliesTo(selectors, names) ? urlsIn(body) : [];
      return urls.flatMap((url) => [files.resolve(sheet.path, url)].filter(isPicture));
    }),
  );
}

function stylesOf(document: string): { names: Set<string>; own: string; linked: string[] } {
  const names = new Set<string>();
  const linked: string[] = [];
  let own = '';
  let isStyle = false;
  for (const piece of piecesOf(document)) {
    if (!('name' in piece)) {
      if (isStyle) own += piece.text;
      continue;
    }
    isStyle = piece.name === 'style' && !piece.isEnd;
    if (piece.isEnd || !/class|id|rel/i.test(piece.written)) continue;
    const { id, class: classes = '', rel = '', href } = attributesOf(piece);
    if (id !== undefined) names.add(`#${id}`);
    for (const each of classes.split(/\s+/)) if (each !== '') names.add(`.${each}`);
    if (piece.name === 'link' && /stylesheet/i.test(rel) && href !== undefined) linked.push(href);
  }
  return { names, own, linked };
}

function rulesOf(css: string): { selectors: string; body: string }[] {
  return css.split('}').flatMap((rule) => {
    const open = rule.lastIndexOf('{');
    // Inside @media, another brace precedes the selectors.
    return open < 0 ? [] : { selectors: rule.slice(rule.lastIndexOf('{', open - 1) + 1, open), body: rule.slice(open) };
  });
}

/** Compares classes and ids only: a rule for `body` would apply to every document with this sheet. */
function appliesTo(selectors: string, names: ReadonlySet<string>): boolean {
  return selectors
    .split(',')
    .some((selector) => (selector.match(/[.#][\w-]+/g) ?? []).every((name) => names.has(name)));
}
