import type pg from 'pg';

const HEADER = `-- 数据库的结构：每个模块一个 schema，先是表（列、约束、索引、触发器），后是函数。
-- 本文件由 npm run docs 从一个迁移好的数据库生成，请勿手工修改；要改结构，请在模块的 migrations/ 里加一个文件。
-- 表、列、函数的说明是迁移里的 comment on。`;

const LINE_WIDTH = 120;

const SCHEMAS = `
  select oid, nspname as name, obj_description(oid, 'pg_namespace') as comment
  from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by oid`;

const TABLES = `
  select oid, oid::regclass::text as name, obj_description(oid, 'pg_class') as comment, reloptions as options
  from pg_class where relnamespace = $1 and relkind = 'r' order by oid`;

const COLUMNS = `
  select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull",
    attidentity <> '' as identity, attgenerated <> '' as generated,
    pg_get_expr(adbin, adrelid, true) as "defaultValue", col_description(attrelid, attnum) as comment
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`;

/** Leaves out the `not null` constraints of later PostgreSQL versions and constraint triggers. */
const CONSTRAINTS = `
  select conname as name, pg_get_constraintdef(oid, true) as definition, obj_description(oid, 'pg_constraint') as comment
  from pg_constraint where conrelid = $1 and contype not in ('n', 't')
  order by array_position(array['p', 'u', 'x', 'f', 'c'], contype::text), oid`;

const INDEXES = `
  select pg_get_indexdef(indexrelid) as definition, obj_description(indexrelid, 'pg_class') as comment
  from pg_index where indrelid = $1 and not exists (select from pg_constraint where conindid = indexrelid)
  order by indexrelid`;

const TRIGGERS = `
  select pg_get_triggerdef(oid, true) as definition, obj_description(oid, 'pg_trigger') as comment
  from pg_trigger where tgrelid = $1 and not tgisinternal order by oid`;

const FUNCTIONS = `
  select pg_get_functiondef(oid) as definition, obj_description(oid, 'pg_proc') as comment
  from pg_proc where pronamespace = $1 order by oid`;

type Commented = { comment: string | null };
type Schema = Commented & { oid: number; name: string };
type Table = Schema & { options: string[] | null };
type Column = Commented & {
  name: string;
  type: string;
  notNull: boolean;
  identity: boolean;
  generated: boolean;
  defaultValue: string | null;
};
type Constraint = Defined & { name: string };
type Defined = Commented & { definition: string };

/** The whole schema as readable SQL; the content of `docs/schema.sql`. */
export async function renderSchemaReference(db: pg.Pool): Promise<string> {
  const schemas = await list<Schema>(db, SCHEMAS);
  const sections: string[] = [HEADER];
  for (const schema of schemas) sections.push(...(await renderSchema(db, schema)));
  return `${sections.join('\n\n')}\n`;
}

async function renderSchema(db: pg.Pool, { oid, name, comment }: Schema): Promise<string[]> {
  const tables = await list<Table>(db, TABLES, oid);
  const functions = await list<Defined>(db, FUNCTIONS, oid);
  const heading = `${'-'.repeat(LINE_WIDTH)}\n${commentLines(comment)}create schema ${name};`;
  const rendered: string[] = [];
  for (const table of tables) rendered.push(await renderTable(db, table));
  return [heading, ...rendered, ...functions.map((each) => commented({ ...each, definition: each.definition.trim() }))];
}

async function renderTable(db: pg.Pool, { oid, name, comment, options }: Table): Promise<string> {
  const columns = await list<Column>(db, COLUMNS, oid);
  const constraints = await list<Constraint>(db, CONSTRAINTS, oid);
  const others = [...(await list<Defined>(db, INDEXES, oid)), ...(await list<Defined>(db, TRIGGERS, oid))];
  const parts = [
    ...columns.map((column) => ({ comment: column.comment, text: columnText(column) })),
    ...constraints.map((each) => ({ comment: each.comment, text: `constraint ${each.name} ${each.definition}` })),
  ];
  const lines = parts.map(
    ({ comment: note, text }, index) => `${commentLines(note, '  ')}  ${text}${index < parts.length - 1 ? ',' : ''}`,
  );
  const storage = options ? ` with (${options.join(', ')})` : '';
  const table = `${commentLines(comment)}create table ${name} (\n${lines.join('\n')}\n)${storage};`;
  return [table, ...others.map(commented)].join('\n');
}

function columnText({ name, type, notNull, identity, generated, defaultValue }: Column): string {
  const parts = [name, type];
  if (notNull) parts.push('not null');
  if (identity) parts.push('generated always as identity');
  else if (generated) parts.push(`generated always as (${defaultValue}) stored`);
  else if (defaultValue !== null) parts.push(`default ${defaultValue}`);
  return parts.join(' ');
}

function commented({ definition, comment }: Defined): string {
  return `${commentLines(comment)}${definition};`;
}

/** A comment as wrapped SQL comment lines. */
function commentLines(comment: string | null, indent = ''): string {
  if (comment === null) return '';
  const start = `${indent}--`;
  const lines = [start];
  for (const word of comment.split(/\s+/)) {
    const last = lines[lines.length - 1] ?? start;
    if (last !== start && last.length + 1 + word.length > LINE_WIDTH) lines.push(`${start} ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return `${lines.join('\n')}\n`;
}

async function list<Row extends pg.QueryResultRow>(db: pg.Pool, text: string, ...values: number[]): Promise<Row[]> {
  return (await db.query<Row>(text, values)).rows;
}
