import type { Pool } from 'pg';

/** Random values, times, and values that differ between callers. */
const BY_CHANCE: readonly [RegExp, string][] = [
  [/\$argon2id[^"]+/g, '<password>'],
  [/(?<="next":")[^"]+/g, '<cursor>'],
  [/(?<="(address|block|network)": ")[^"]+/g, '<address>'],
  [/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00:00)/g, '<time>'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/\\\\x[0-9a-f]+|\b[0-9a-f]{24,}\b/g, '<bytes>'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '<token>'],
  [/书友[0-9A-Z]{6}/g, '<nickname>'],
  [/(?<="(share_code|shareCode)": ?")[0-9a-f]{12}/g, '<share code>'],
  [/(?<!\d)\d{6}(?!\d)|(?<="code": ?")[0-9a-z]{6}(?=")/g, '<code>'],
  [/"(expiresAt|last_minute|expire|retryAfter)": ?\d+/g, '"$1":<number>'],
];

/** Removes the parts of a text that differ between two sites. */
export function withoutChance(text: string): string {
  return BY_CHANCE.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}

/** All rows of all tables without random values. Rankings depend on the time and are left out. */
export async function wholeDatabase(pool: Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename not like 'ranking%' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    found[name] = rows.map(({ row }) => withoutChance(row)).sort();
  }
  return found;
}
