import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Attempt, Finding } from './torture.ts';

/** Attempts that failed once. Every later test run repeats them. */
const FOLDER = fileURLToPath(new URL('./corpus/', import.meta.url));

export function keptAttempts(): { name: string; attempt: Attempt }[] {
  if (!existsSync(FOLDER)) return [];
  return globSync('*.json', { cwd: FOLDER })
    .sort()
    .map((name) => ({ name, attempt: JSON.parse(readFileSync(`${FOLDER}${name}`, 'utf8')) }));
}

/** Saves an attempt and returns its path. */
export function keep({ run, attempt, why }: Finding, seed: number): string {
  mkdirSync(FOLDER, { recursive: true });
  const path = `${FOLDER}${attempt.path.replaceAll('/', '-')}-${seed}-${run}.json`;
  writeFileSync(path, `${JSON.stringify({ ...attempt, why }, null, 2)}\n`);
  return path;
}
