import type { Role } from '#contract/console/roles';
import { allRows, type Db, execute, firstRow, hasRow, row, rows, statement, type Tx } from '../../core/db/db.ts';
import { comicsOf } from './author-store.ts';

export type NewSession = { personId: number; tokenHash: Buffer; device: string; address: string; at: Date };
export type SessionRow = { id: number; device: string; address: string; createdAt: Date; usedAt: Date };
/** A session with its person. */
export type OpenSession = {
  sessionId: number;
  personId: number;
  name: string;
  role: Role;
  comics: number[] | null;
  usedAt: Date;
  factorAt: Date;
};

/** 30 minutes without use, 12 hours in all. */
const isOpen = (now: '$1' | '$2') =>
  `s.used_at > ${now}::timestamptz - interval '30 minutes' and s.created_at > ${now}::timestamptz - interval '12 hours'`;

const ADD = statement<{ id: number }, [personId: number, tokenHash: Buffer, device: string, address: string, at: Date]>(
  'staff.add-session',
  `insert into staff.session (person_id, token_hash, device, address, created_at, used_at, factor_at)
   values ($1, $2, $3, $4, $5, $5, $5) returning id`,
);

export const findSession = firstRow<OpenSession, [tokenHash: Buffer, now: Date]>(
  'staff.find-session',
  `select s.id as "sessionId", p.id as "personId", p.name, p.role, ${comicsOf('p.role')}, s.used_at as "usedAt", s.factor_at as "factorAt"
   from staff.session s join staff.person p on p.id = s.person_id
   where s.token_hash = $1 and ${isOpen('$2')} and p.disabled_at is null`,
);

/** Keeps a session from ending until the transaction has; null if it has ended. */
export const holdSession = firstRow<{ id: number }, [id: number], Tx>(
  'staff.hold-session',
  'select id from staff.session where id = $1 for key share',
);

export const noteSessionUse = execute<[id: number, now: Date]>(
  'staff.use-session',
  'update staff.session set used_at = $2 where id = $1',
);

export const listSessions = allRows<SessionRow, [personId: number, now: Date]>(
  'staff.sessions',
  `select s.id, s.device, s.address, s.created_at as "createdAt", s.used_at as "usedAt"
   from staff.session s where s.person_id = $1 and ${isOpen('$2')} order by s.used_at desc`,
);

const COUNT = statement<{ personId: number; count: number }, [now: Date]>(
  'staff.count-sessions',
  `select s.person_id as "personId", count(*) as count from staff.session s
   where ${isOpen('$1')} group by s.person_id`,
);

const END_OTHERS = statement<{ id: number }, [personId: number, except: number]>(
  'staff.end-other-sessions',
  'delete from staff.session where person_id = $1 and id <> $2 returning id',
);

export const endSessionOfToken = execute<[tokenHash: Buffer], Tx>(
  'staff.end-session-of-token',
  'delete from staff.session where token_hash = $1',
);

export const dropOldSessions = execute<[now: Date]>(
  'staff.drop-old-sessions',
  `delete from staff.session s where not (${isOpen('$1')})`,
);

export async function addSession(tx: Tx, { personId, tokenHash, device, address, at }: NewSession): Promise<number> {
  const added = await row(tx, ADD, [personId, tokenHash, device, address, at]);
  if (!added) throw new Error('a session was inserted without an id');
  return added.id;
}

/** Gives the session another token after a check of the second factor; false if the session has ended. */
export const rotateSession = hasRow<{ id: number }, [id: number, tokenHash: Buffer, now: Date], Tx>(
  'staff.rotate-session',
  'update staff.session set token_hash = $2, used_at = $3, factor_at = $3 where id = $1 returning id',
);

/** The number of open sessions of each person who has some. */
export async function countSessions(db: Db, now: Date): Promise<ReadonlyMap<number, number>> {
  return new Map((await rows(db, COUNT, [now])).map(({ personId, count }) => [personId, count]));
}

export const endSession = hasRow<{ id: number }, [personId: number, id: number], Tx>(
  'staff.end-session',
  'delete from staff.session where person_id = $1 and id = $2 returning id',
);

/** Ends all sessions of a person but one; returns how many. */
export async function endOtherSessions(tx: Tx, personId: number, except = 0): Promise<number> {
  return (await rows(tx, END_OTHERS, [personId, except])).length;
}
