import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { findPrograms } from '../../server/postgres/programs.ts';
import type { Engine } from './engine.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DEBIAN = 'bookworm';

/** The images that the project's files name, as they stand there. */
export function imagesOfFiles(): { base: string; database: string } {
  const base = /^ARG BASE=(\S+)$/m.exec(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '';
  const compose: { services: { database: { image: string } } } = parse(
    readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8'),
  );
  if (!base.includes(DEBIAN)) throw new Error(`${base} is not of ${DEBIAN}`);
  return { base, database: compose.services.database.image };
}

/** Makes a substitute of the official image with the parts that a build and the app use: a minimal Debian, Node, and npm. */
export async function makeBase({ place, runOrThrow }: Engine, name: string): Promise<void> {
  const root = path.join(place, 'base');
  await runOrThrow(`debootstrap --variant=minbase --include=libatomic1 ${DEBIAN} ${root} ${mirror()}`, {
    withinMs: 900_000,
  });
  const npm = path.join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
  cpSync(process.execPath, path.join(root, 'usr/local/bin/node'));
  cpSync(npm, path.join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await runOrThrow('ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm', { cwd: root });
  rmSync(path.join(root, 'var/cache/apt/archives'), { recursive: true });
  await runOrThrow(`tar -C ${root} -c . | podman import -q --change 'CMD ["node"]' - ${name}`, { withinMs: 300_000 });
  rmSync(root, { recursive: true });
}

/** Where this machine gets Debian's packages. */
function mirror(): string {
  const format = '$(ORIGIN) $(LABEL) $(REPO_URI)';
  const listed = execFileSync('apt-get', ['indextargets', '--format', format, 'Identifier: Packages'], {
    encoding: 'utf8',
  });
  const found = listed.split('\n').find((line) => line.startsWith('Debian Debian '));
  if (!found) throw new Error('this machine has no packages of Debian');
  return found.split(' ')[2] ?? '';
}

/** The start script of the official image with its settings, for the PostgreSQL that the project comes with. */
const ENTRY = `#!/bin/sh
set -e
data=/var/lib/postgresql/18/docker
as='setpriv --reuid=postgres --regid=postgres --clear-groups'
if [ ! -s $data/PG_VERSION ]; then
  install -d -o postgres -g postgres -m 0700 $data
  printf %s "$POSTGRES_PASSWORD" > /tmp/password && chown postgres /tmp/password
  $as /opt/postgres/bin/initdb -D $data -U "$POSTGRES_USER" --pwfile=/tmp/password -A scram-sha-256 -E UTF8 --locale=C
  echo "create database \\"$POSTGRES_DB\\"" | $as /opt/postgres/bin/postgres --single -D $data postgres
  echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
fi
exec $as /opt/postgres/bin/postgres -D $data -c listen_addresses='*' -c unix_socket_directories=/tmp
`;
const DATABASE = `
RUN useradd --uid 999 postgres
COPY postgres /opt/postgres
COPY --chmod=755 entry /usr/local/bin/entry
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["entry"]
`;

export async function makeDatabase({ place, runOrThrow }: Engine, base: string, name: string): Promise<void> {
  const folder = path.join(place, 'database');
  mkdirSync(folder);
  const programs = findPrograms(undefined, folder).folder;
  cpSync(programs, path.join(folder, 'postgres'), { recursive: true, verbatimSymlinks: true });
  writeFileSync(path.join(folder, 'entry'), ENTRY, { mode: 0o755 });
  writeFileSync(path.join(folder, 'Dockerfile'), `FROM ${base}${DATABASE}`);
  await runOrThrow(`podman build -t ${name} .`, { cwd: folder, withinMs: 300_000 });
}

/** The files of the project as in a fresh clone. */
export function copyProject(to: string): void {
  mkdirSync(to);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  execFileSync('xargs', ['-0', 'cp', '--parents', '-t', to], { cwd: ROOT, input: files });
}
