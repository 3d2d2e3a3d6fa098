import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const RECORDS = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT });
const NUMBERS = RECORDS.map((record) => path.basename(record).slice(0, 4));
const MOST_LINES = 60;
/** A released migration never changes, and this one cites a record that is part of 0014 now. */
const CITES_MERGED = { file: 'server/modules/catalog/migrations/001-catalog.sql', number: '0016' };

/** 决定 0007、0017 in Chinese, decision 0014 or decisions 0014 and 0017 in English. */
const CITED = /(?:决定|decisions?) ?\[?(0\d{3}(?:(?:、|, | and )0\d{3})*)/g;

/** The text of every file under version control that can cite a record, by its path. */
function sources(): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', '-z', '*.md', '*.ts', '*.tsx', '*.mjs', '*.sql', '*.css'], {
    cwd: ROOT,
  });
  const files = listed.toString().split('\0').filter(Boolean);
  // A file that is deleted but not committed yet is still listed.
  const present = files.filter((file) => existsSync(path.join(ROOT, file)));
  return new Map(present.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
}

test('every decision record has its three parts and is short', () => {
  const faults = RECORDS.filter((record) => {
    const lines = readFileSync(path.join(ROOT, record), 'utf8').trimEnd().split('\n');
    const parts = lines.filter((line) => line.startsWith('## '));
    return lines.length > MOST_LINES || parts.join() !== '## 背景,## 决定,## 后果';
  });
  expect(RECORDS.length).toBeGreaterThan(30);
  expect(faults).toEqual([]);
});

test('every decision record has a number of its own and is listed once in the index', () => {
  const index = readFileSync(path.join(ROOT, 'docs/decisions/README.md'), 'utf8');
  const listed = [...index.matchAll(/\]\((0[^)]+\.md)\)/g)].map(([, name = '']) => name);
  expect(listed.toSorted()).toEqual(RECORDS.map((record) => path.basename(record)).toSorted());
  expect(new Set(NUMBERS).size).toBe(NUMBERS.length);
});

test('every decision that a document or a comment cites has a record', () => {
  const cited = [...sources()].flatMap(([file, text]) =>
    [...text.matchAll(CITED)].flatMap(([, numbers = '']) =>
      numbers.split(/、|, | and /).map((number) => ({ file, number })),
    ),
  );
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(({ number }) => !NUMBERS.includes(number))).toEqual([CITES_MERGED]);
});
