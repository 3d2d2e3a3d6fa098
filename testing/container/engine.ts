import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../drills/proxies.ts';

/**
 * The packages of Debian: the engine, the programs that run its containers and connect their networks, its `--init`, its compose,
 * and the program that makes images.
 */
const PACKAGES =
  'podman runc crun netavark aardvark-dns iptables catatonit podman-compose debootstrap ca-certificates'.split(' ');
/** crun does not support hybrid cgroups; runc does. */
const RUNTIMES = ['crun', 'runc'];

const ROOT = path.join(import.meta.dirname, '../..');

/** Time to read the remaining output of an ended program. */
const READ_WITHIN_MS = 200;

export type Ran = { code: number; output: string };

/** A container engine with its own images, networks and volumes, used through a shell. */
export type Engine = {
  /** The folder of the engine and its tests. */
  place: string;
  /** Runs a shell line in which `docker` is this engine. */
  type(line: string, options?: Typing): Promise<Ran>;
  /** The same for a line that must succeed; returns its output. */
  runOrThrow(line: string, options?: Typing): Promise<string>;
  /** Finds a working runtime for this image; returns null or the reason. */
  tryRunning(image: string): Promise<string | null>;
  close(): Promise<void>;
};
type Typing = { cwd?: string; input?: Buffer; withinMs?: number };

const isThere = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

async function install(): Promise<void> {
  const program = `import { aptInstall } from './scripts/chromium.mjs'; await aptInstall([${JSON.stringify(PACKAGES)}]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT, stdio: 'inherit' });
  await once(child, 'close');
}

/** Installs the engine; returns null or the reason why it can't. */
export async function installEngine(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux, and to be root';
  const needed = ['podman', 'podman-compose', 'netavark', 'catatonit', 'debootstrap', ...RUNTIMES];
  const hasAll = () => needed.every((name) => isThere(name) || existsSync(`/usr/lib/podman/${name}`));
  if (!hasAll()) await install();
  return hasAll() ? null : 'podman and what it needs are not installed, and could not be';
}

export async function openEngine(): Promise<Engine> {
  const place = mkdtempSync(path.join(tmpdir(), 'manyu-container-'));
  for (const folder of ['bin', 'tmp', 'networks']) mkdirSync(path.join(place, folder));
  const at = (name: string) => path.join(place, name);
  writeFileSync(
    at('storage.conf'),
    `[storage]\ndriver = "overlay"\ngraphroot = "${at('store')}"\nrunroot = "${at('run')}"\n`,
  );
  writeSettings(place, RUNTIMES[0] ?? '');
  writeMachine(place);
  writeProgram(at('bin/podman'), podmanHere(place));
  writeProgram(
    at('bin/docker'),
    '#!/bin/sh\nif [ "$1" = compose ]; then shift; exec podman-compose "$@"; fi\nexec podman "$@"\n',
  );
  const env = {
    ...process.env,
    PATH: `${at('bin')}:${process.env.PATH}`,
    TMPDIR: at('tmp'),
    CONTAINERS_CONF: at('containers.conf'),
    CONTAINERS_STORAGE_CONF: at('storage.conf'),
  };
  const type: Engine['type'] = (line, { cwd = place, input, withinMs = 120_000 } = {}) =>
    new Promise((resolve) => {
      const child = spawn('bash', ['-c', line], { cwd, env, stdio: 'pipe', timeout: withinMs });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      child.stdin.on('error', () => undefined).end(input);
      // A running container keeps the output open.
      child.on('exit', (code) => setTimeout(() => resolve({ code: code ?? -1, output }), READ_WITHIN_MS));
    });
  const runOrThrow: Engine['runOrThrow'] = async (line, options) => {
    const { code, output } = await type(line, options);
    if (code !== 0) throw new Error(`${line} ended with ${code}: ${output.slice(-3000)}`);
    return output;
  };
  return {
    place,
    type,
    runOrThrow,
    async tryRunning(image) {
      const faults: string[] = [];
      for (const runtime of RUNTIMES) {
        writeSettings(place, runtime);
        const port = await freePort();
        // With the options of the documents: an init, a network, a port, a read-only root.
        const tried = await type(
          `podman run --rm --init --read-only --tmpfs /tmp -p 127.0.0.1:${port}:3000 ${image} true`,
        );
        if (tried.code === 0) return null;
        faults.push(`${runtime}: ${tried.output.trim()}`);
      }
      return faults.join('; ');
    },
    async close() {
      await type('podman pod rm -f -a; podman rm -f -a -t 10; podman volume rm -f -a; podman network prune -f');
      unmountUnder(place);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** Limits lower than the engine's own, which not every machine lets it set. */
function writeSettings(place: string, runtime: string): void {
  const lines = [
    '[containers]',
    'default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]',
    '[engine]',
    `runtime = "${runtime}"`,
    'cgroup_manager = "cgroupfs"',
    'events_logger = "file"',
    `tmp_dir = "${path.join(place, 'run/engine')}"`,
    '[network]',
    'network_backend = "netavark"',
    `network_config_dir = "${path.join(place, 'networks')}"`,
    // Others than the engine's usual ones, which the machine's own containers may have.
    'default_subnet = "10.213.0.0/24"',
    'default_subnet_pools = [{ base = "10.214.0.0/16", size = 24 }]',
  ];
  writeFileSync(path.join(place, 'containers.conf'), `${lines.join('\n')}\n`);
}

/** How the machine reaches the registry of npm, for a build to do the same. */
function writeMachine(place: string): void {
  const asked = (name: string) =>
    execFileSync('npm', ['config', 'get', name], {
      encoding: 'utf8',
      cwd: place,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const settings = ['registry', 'proxy', 'https-proxy'].map((name) => [name, asked(name)] as const);
  const given = settings.filter(([, value]) => !['', 'null', 'undefined'].includes(value));
  const lines = [...given.map(([name, value]) => `${name}=${value}`), 'cafile=/etc/machine-certificates.pem'];
  writeFileSync(path.join(place, 'npmrc'), `${lines.join('\n')}\n`);
  const chosen = [process.env.NODE_EXTRA_CA_CERTS, asked('cafile'), '/etc/ssl/certs/ca-certificates.crt'];
  const file = chosen.find((each) => each !== undefined && existsSync(each));
  writeFileSync(path.join(place, 'certificates.pem'), file ? readFileSync(file) : '');
}

/** Builds reach the registry as the machine does, take images of this machine alone, and keep the health check. */
function podmanHere(place: string): string {
  const podman = execFileSync('sh', ['-c', 'command -v podman'], { encoding: 'utf8' }).trim();
  const mounts = ['npmrc:/root/.npmrc:ro', 'certificates.pem:/etc/machine-certificates.pem:ro'];
  const given = mounts.map((mount) => `-v ${place}/${mount}`).join(' ');
  return `#!/bin/sh
if [ "$1" = build ]; then shift; exec ${podman} build --pull-never --network=host --format=docker ${given} "$@"; fi
exec ${podman} "$@"
`;
}

function writeProgram(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

/** An interrupted engine may leave a mount, which keeps its folder. */
function unmountUnder(place: string): void {
  const mounted = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  for (const folder of mounted.filter((each) => each.startsWith(`${place}/`)).reverse())
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}
