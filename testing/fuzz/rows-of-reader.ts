import type { Pool } from 'pg';

/** All rows of a reader in all tables as text. */
export async function rowsOfReader(pool: Pool, readerId: number): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string; key: string }>(
    `select format('%I.%I', table_schema, table_name) as name, column_name as key
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and (column_name = 'reader_id' or (table_schema, table_name, column_name) = ('account', 'reader', 'id'))
     order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name, key } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where ${key} = $1 order by 1`,
      [readerId],
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}
