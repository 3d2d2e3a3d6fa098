import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A small tree of files with the expected result. The format is explained in naming-cases.yaml. */
export type NamingCase = { what: string; root: string; comics: Record<string, string[]>; '-'?: string[] };

export const NAMING_CASES: readonly NamingCase[] = parse(
  readFileSync(new URL('./naming-cases.yaml', import.meta.url), 'utf8'),
);
