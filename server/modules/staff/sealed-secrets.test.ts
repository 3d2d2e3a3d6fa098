import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wrongFactor, wrongStaffLogin } from '#contract/codes';
import { beginFactor, changeFactor, login } from '#contract/console/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import {
  addPerson,
  codeOf,
  firstOwner,
  logIn,
  STAFF_PASSWORD,
  type StaffPerson,
  staffCall,
} from '../../../testing/factories/staff.ts';
import { createSecretBox, STAFF_KEY_NAME } from './secret-box.ts';
import { listLockedOut } from './totp-secrets.ts';

const MINUTE_MS = 60_000;

let site: TestApp;
let dataDir: string;
let owner: StaffPerson;
let now = new Date('2026-11-26T04:00:00Z');
let names = 0;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(scratchRoot(), 'manyu-staff-'));
  site = await startTestApp({ now, dataDir });
  owner = await firstOwner(site, now);
});
afterAll(async () => {
  await site.close();
  await rm(dataDir, { recursive: true });
});
/** Each test begins an hour later: no code or limit of the one before counts. */
beforeEach(async () => {
  forward(60);
  owner = { ...owner, cookie: (await logIn(site, owner, now, 0)).cookie ?? '' };
});
function forward(minutes: number) {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
  site.setTime(now);
}

const someone = () => addPerson(site, owner, 'editor', `编辑 ${names++}`, now);
const storedOf = async ({ id }: StaffPerson): Promise<Buffer> =>
  (await site.pool.query('select totp_secret from staff.person where id = $1', [id])).rows[0].totp_secret;
const setSecret = ({ id }: StaffPerson, secret: Buffer) =>
  site.pool.query('update staff.person set totp_secret = $2 where id = $1', [id, secret]);

test('a secret that an older version wrote works, is encrypted within an hour, and works then', async () => {
  const person = await someone();
  await setSecret(person, Buffer.from(Secret.fromBase32(person.secret).bytes));
  forward(2);
  expect((await logIn(site, person, now, 0)).code).toBe(0);
  await site.app.runJob('staff-sweep');
  expect(await storedOf(person)).toHaveLength(12 + 16 + 20);
  forward(2);
  expect((await logIn(site, person, now, 0)).code).toBe(0);
});

test('a secret works for its own person only, wherever its bytes are copied to', async () => {
  const [person, other] = [await someone(), await someone()];
  await setSecret(other, await storedOf(person));
  forward(2);
  expect((await logIn(site, { ...other, secret: person.secret }, now, 0)).code).toBe(wrongStaffLogin);
  const changed = await storedOf(person);
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
  await setSecret(person, changed);
  expect((await logIn(site, person, now, 1)).code).toBe(wrongStaffLogin);
});

test('without the key codes are refused, and a recovery code lets the person set up another authenticator', async () => {
  const person = await someone();
  const file = path.join(dataDir, STAFF_KEY_NAME);
  const key = await readFile(file, 'utf8');
  await rm(file);
  // The other node of the site has lost the key before it started.
  const node = await startTestApp({ beside: site, now, dataDir });
  try {
    expect(await listLockedOut(site.pool, dataDir)).toContain(person.name);
    // Only looked at: no other key was made.
    await expect(stat(file)).rejects.toThrow('ENOENT');
    expect((await logIn(node, person, now, 1)).code).toBe(wrongStaffLogin);
    const recovery = { name: person.name, password: STAFF_PASSWORD, code: person.recoveryCodes[0] ?? '' };
    const { cookie } = await staffCall(node, login, recovery);
    const { data } = await staffCall(node, beginFactor, {}, { cookie });
    const secret = data?.secret ?? '';
    expect((await staffCall(node, changeFactor, { code: '000000' }, { cookie })).code).toBe(wrongFactor);
    expect((await staffCall(node, changeFactor, { code: codeOf(secret, now) }, { cookie })).code).toBe(0);
    expect((await logIn(node, { ...person, secret }, now, 1)).code).toBe(0);
    expect(await listLockedOut(site.pool, dataDir)).not.toContain(person.name);
  } finally {
    await node.close();
    await writeFile(file, key);
  }
});

test('if several processes start without a key, one makes it, and only its owner can read the file', async () => {
  const folder = await mkdtemp(path.join(scratchRoot(), 'manyu-key-'));
  const boxes = Array.from({ length: 8 }, () => createSecretBox(path.join(folder, 'data')));
  const sealed = await Promise.all(boxes.map((box) => box.seal(Buffer.from('secret'), 'a')));
  const opened = await Promise.all(sealed.flatMap((each) => boxes.map((box) => box.open(each, 'a'))));
  expect(opened.map(String)).toEqual(Array(64).fill('secret'));
  expect(await boxes[0]?.open(sealed[0] ?? Buffer.of(), 'b')).toBeNull();
  expect((await stat(path.join(folder, 'data', STAFF_KEY_NAME))).mode & 0o777).toBe(0o600);
  await writeFile(path.join(folder, STAFF_KEY_NAME), 'short');
  await expect(createSecretBox(folder).seal(Buffer.of(1), 'a')).rejects.toThrow('is not a key');
  await rm(folder, { recursive: true });
});
