import { execute, firstValue, hasRow } from '../../../core/db/db.ts';

/** The most devices stored for an account, and the most accounts for a device. */
const MOST_KNOWN = 20;

/** Replaces the cookie of a device for all its accounts. */
export const renewDevice = execute<[oldHash: Buffer, hash: Buffer]>(
  'account.renew-device-cookie',
  `update account.device_cookie set hash = $2 where (hash, reader_id) in
     (select hash, reader_id from account.device_cookie where hash = $1 order by issued_at desc limit ${MOST_KNOWN})`,
);

/**
 * Adds a device to an account; beyond twenty, the one with the oldest login is dropped. The delete does not see the
 * inserted row, hence the offset of one less than the limit.
 */
export const addDevice = execute<[hash: Buffer, readerId: number, now: Date]>(
  'account.add-device-cookie',
  `with added as (
     insert into account.device_cookie (hash, reader_id, issued_at) values ($1, $2, $3)
     on conflict (hash, reader_id) do update set issued_at = $3
   )
   delete from account.device_cookie where (hash, reader_id) in
     (select hash, reader_id from account.device_cookie where reader_id = $2 and hash <> $1
      order by issued_at desc offset ${MOST_KNOWN - 1})`,
);

/** Drops all devices of an account, except this one if given. */
export const forgetOtherDevices = execute<[readerId: number, hash: Buffer | null]>(
  'account.forget-other-devices',
  'delete from account.device_cookie where reader_id = $1 and hash is distinct from $2',
);

export const dropOldDevices = execute<[issuedBefore: Date]>(
  'account.drop-old-device-cookies',
  'delete from account.device_cookie where issued_at < $1',
);

/** The reader with this name, if the device has logged in to their account before. */
export const findDeviceByName = firstValue<{ readerId: number }, [hash: Buffer, name: string]>(
  'account.find-device-by-name',
  `select r.id as "readerId" from account.device_cookie d join account.reader r on r.id = d.reader_id
   where d.hash = $1 and (lower(r.username) = lower($2) or r.telephone = $2)`,
);

export const isDeviceOf = hasRow<{ readerId: number }, [hash: Buffer, readerId: number]>(
  'account.find-device-of-reader',
  'select reader_id as "readerId" from account.device_cookie where hash = $1 and reader_id = $2',
);
