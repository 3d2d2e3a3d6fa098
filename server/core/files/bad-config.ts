import { formatMistake, type Mistake } from './yaml-source.ts';

/** An invalid variable or file of settings. The message is a Chinese sentence that names it. */
export class BadConfig extends Error {}

/** Names the first mistake of a file, and the command that lists all of them. */
export function badFile(name: string, [first, ...more]: readonly Mistake[], command: string): BadConfig {
  const others = more.length > 0 ? `（共 ${more.length + 1} 处，${command} 列出全部）` : '';
  return new BadConfig(`${first ? formatMistake(name, first) : name}${others}。`);
}
