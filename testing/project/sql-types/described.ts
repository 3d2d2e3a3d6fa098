import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';

/** A column of a result. `origin`: the column of a table that it shows unchanged. */
export type Column = { name: string; type: string; oid: number; origin: Origin | null };
export type Origin = { table: string; column: string; notNull: boolean };

/** PostgreSQL's description of a statement. `columns`: `null` if it returns no rows. */
export type Description = { params: string[]; columns: Column[] | null };

/** Describes a statement without running it. */
export type Describer = (text: string) => Promise<Description>;

export async function createDescriber(client: ClientBase): Promise<Describer> {
  const types = await client.query<{ oid: number; name: string }>(
    'select oid, format_type(oid, null) as name from pg_type',
  );
  const columns = await client.query<Origin & { key: string }>(
    `select attrelid || '.' || attnum as key, attrelid::regclass::text as table, attname as column, attnotnull as "notNull"
     from pg_attribute where attnum > 0`,
  );
  const typeNames = new Map(types.rows.map(({ oid, name }) => [oid, name]));
  const origins = new Map(columns.rows.map(({ key, ...origin }) => [key, origin]));
  const nameOf = (oid: number) => typeNames.get(oid) ?? `type ${oid}`;
  return async (text) => {
    const { params, fields } = await client.query(new Describe(text)).done;
    const columnOf = ({ name, dataTypeID: oid, tableID, columnID }: FieldDef): Column => ({
      name,
      oid,
      type: nameOf(oid),
      origin: origins.get(`${tableID}.${columnID}`) ?? null,
    });
    return { params: params.map(nameOf), columns: fields?.map(columnOf) ?? null };
  };
}

type Described = { params: number[]; fields: FieldDef[] | null };

/** The messages Parse and Describe; the driver itself has no call for them. */
class Describe implements Submittable {
  readonly done: Promise<Described>;
  private readonly text: string;
  private readonly described: Described = { params: [], fields: null };
  private readonly resolve: (described: Described) => void;
  private readonly reject: (error: Error) => void;

  constructor(text: string) {
    this.text = text;
    const { promise, resolve, reject } = Promise.withResolvers<Described>();
    this.done = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(connection: Connection): void {
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.described.params = dataTypeIDs;
    });
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.described.fields = fields;
  }

  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.described);
  }
}
