import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const DOCUMENTS = [
  'README.md',
  'README.en.md',
  'CONTRIBUTING.md',
  ...globSync(['docs/*.md', 'docs/operations/*.md'], { cwd: ROOT }).sort(),
];

/** A shell line of a document, without the comment beside it. */
export type DocumentedCommand = { document: string; line: string };

/** Every line that the documents show as one to be typed. */
export function documentedCommands(): DocumentedCommand[] {
  return DOCUMENTS.flatMap((document) => {
    const text = readFileSync(path.join(ROOT, document), 'utf8').replace(/\\\n\s*/g, '');
    return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```/gm)].flatMap(([, , block = '']) =>
      block
        .split('\n')
        .map((line) => line.replace(/(^|\s+)# .*$/, '').trim())
        .filter((line) => line !== '')
        .map((line) => ({ document, line })),
    );
  });
}
