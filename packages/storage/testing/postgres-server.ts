// A real PostgreSQL server for tests, on a Unix socket in its own folder, with fsync. Test files of one process share one
// server; each test has its own database. The server ends with the process.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const startWithinMs = 180_000;
/** PostgreSQL does not run as root. */
const userInsteadOfRoot = 'nobody';

export interface PostgresServer {
  /** Creates an empty database, which is dropped when the callback that `whenDone` gets is called; returns its address. */
  createDatabase(whenDone: (drop: () => Promise<void>) => void): Promise<string>;
  /** Runs a statement as superuser in a database. */
  run(url: string, sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Runs a program of PostgreSQL, such as pg_dump; returns its exit code and its standard error. */
  program(name: string, ...argv: string[]): { readonly code: number | null; readonly errors: string };
  /** kill -9 of every process of the server. */
  kill(): void;
  /** Starts it again after `kill`; resolves when it accepts connections. */
  start(): Promise<void>;
  /**
   * A second cluster that follows this one by streaming replication, under this name (`standby`): this one acknowledges a commit when the
   * standby also has it, unless `isSynchronous` is false.
   */
  startStandby(options?: {
    readonly name?: string;
    readonly isSynchronous?: boolean;
  }): Promise<PostgresServer>;
  /** The address that it listens on, on this machine, if it does. */
  readonly port: number;
  /** The address of a database of this name, such as the copy in a standby. */
  addressOf(database: string): string;
}

let shared: Promise<PostgresServer> | undefined;

export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= startPostgres();
  return shared;
}

export interface ServerOptions {
  /** The files of a certificate for `localhost`: the server also listens on a port of this machine, with TLS. */
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** Listens on a port of this machine without TLS. */
  readonly listens?: boolean;
}

/** A server that no other test uses, and that the test may kill. */
export function startPostgres(wanted: ServerOptions = {}): Promise<PostgresServer> {
  const flags = ['-U', 'openpit', '-A', 'trust', '--locale=C', '-E', 'UTF8', '--data-checksums', '--no-sync'];
  return startCluster(
    ({ bin, data, options }) => execFileSync(join(bin, 'initdb'), ['-D', data, ...flags], options),
    wanted,
  );
}

interface NewCluster {
  readonly bin: string;
  readonly data: string;
  readonly options: {
    readonly uid?: number;
    readonly gid?: number;
    readonly cwd: string;
    readonly stdio: 'pipe';
  };
}

async function startCluster(
  create: (cluster: NewCluster) => void,
  { tls, listens = tls !== undefined }: ServerOptions = {},
): Promise<PostgresServer> {
  const bin = postgresFolder();
  const folder = mkdtempSync(join(tmpdir(), 'openpit-postgres-'));
  const account = process.getuid?.() === 0 ? accountOf(userInsteadOfRoot) : {};
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const options = { ...account, cwd: folder, stdio: 'pipe' as const };
  create({ bin, data, options });
  const port = listens ? await freePort() : 5432;
  const more = listens ? [`port=${port}`] : [];
  if (tls !== undefined) {
    for (const [from, name] of [
      [tls.key, 'key.pem'],
      [tls.certificate, 'certificate.pem'],
    ] as const) {
      writeFileSync(join(data, name), readFileSync(from), { mode: 0o600 });
      if (account.uid !== undefined && account.gid !== undefined)
        chownSync(join(data, name), account.uid, account.gid);
    }
    more.push('ssl=on', 'ssl_key_file=key.pem', 'ssl_cert_file=certificate.pem');
  }
  let child: ChildProcess | undefined;
  let isKilled = false;
  let databases = 0;
  const watcher = spawn('sh', ['-c', endWithTests, 'sh', folder], {
    ...account,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  letEnd(watcher, watcher.stdin);

  const addressOf = (database: string) =>
    `postgres://openpit@localhost/${database}?host=${encodeURIComponent(folder)}${listens ? `&port=${port}` : ''}`;
  async function run(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
  async function start(): Promise<void> {
    isKilled = false;
    const until = Date.now() + startWithinMs;
    let said = '';
    for (;;) {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
        const settings = [
          `listen_addresses=${listens ? '127.0.0.1' : ''}`,
          `unix_socket_directories=${folder}`,
          'max_connections=60',
          ...more,
        ];
        const started = spawn(
          join(bin, 'postgres'),
          ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
          { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
        );
        child = started;
        letEnd(started, started.stderr);
        started.stderr.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-4000);
        });
      }
      try {
        await run(addressOf('postgres'), 'select 1');
        return;
      } catch (error) {
        // After kill -9 the processes of the old server may take a moment to end.
        if (Date.now() > until) throw new Error(`PostgreSQL does not start: ${said}`, { cause: error });
        await pause(50);
      }
    }
  }
  function kill(): void {
    const pid = child?.pid;
    if (pid === undefined) return;
    isKilled = true;
    const others = childrenOf(pid);
    for (const processId of [pid, ...others]) killIfAlive(processId);
  }
  const startStandby = async ({ name = 'standby', isSynchronous = true } = {}): Promise<PostgresServer> => {
    const from = `host=${folder} user=openpit dbname=postgres application_name=${name}`;
    const flags = ['-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
    const standby = await startCluster((cluster) =>
      execFileSync(join(cluster.bin, 'pg_basebackup'), ['-D', cluster.data, ...flags], cluster.options),
    );
    if (isSynchronous) {
      await run(addressOf('postgres'), `alter system set synchronous_standby_names = '${name}'`);
      await run(addressOf('postgres'), 'select pg_reload_conf()');
    }
    const isFollowing = `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${isSynchronous ? 'sync' : 'async'}'`;
    const until = Date.now() + startWithinMs;
    while ((await run(addressOf('postgres'), isFollowing)).length === 0) {
      if (Date.now() > until) throw new Error('The standby does not follow the primary.');
      await pause(50);
    }
    return standby;
  };
  await start();
  return {
    run,
    program: (name, ...argv) => {
      const { status, stderr } = spawnSync(join(bin, name), argv, { encoding: 'utf8' });
      return { code: status, errors: stderr };
    },
    kill,
    start,
    startStandby,
    addressOf,
    port,
    createDatabase: async (whenDone) => {
      databases += 1;
      const name = `test_${process.pid}_${databases}`;
      await run(addressOf('postgres'), `create database ${name}`);
      whenDone(async () => {
        if (isKilled) return;
        await run(addressOf('postgres'), `drop database if exists ${name} with (force)`);
      });
      return addressOf(name);
    },
  };
}

/** Lets this process end while the other process runs. */
function letEnd(child: ChildProcess, stream: object): void {
  child.unref();
  if (stream instanceof Socket) stream.unref();
}

/** Ends the server when the process of the tests has ended in any way, which closes its end of the pipe. */
const endWithTests =
  'cat > /dev/null; kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")"; sleep 1; rm -rf "$1"';

/** The folder of the server's programs, found as in scripts/steps/programs.mjs: next to the real file, because PATH may have a link. */
function postgresFolder(): string {
  const named = process.env.OPENPIT_POSTGRES;
  if (named) return dirname(realpathSync(named));
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  const folder = folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')));
  if (folder !== undefined) return dirname(realpathSync(join(folder, 'initdb')));
  throw new Error(
    'The tests need the PostgreSQL server. Install it with: sudo apt-get install --no-install-recommends postgresql',
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function accountOf(user: string): { readonly uid?: number; readonly gid?: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number);
  } catch {
    // The process has no children.
    return [];
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}
