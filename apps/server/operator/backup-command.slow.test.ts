// Servers start from backups of a data folder.
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword } from '@openpit/market';
import { openLibsqlJournal } from '@openpit/storage';
import { ruleVersion } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditFolderIn } from '../audit/audit-files.ts';
import { folderSource, verifyAudit } from '../audit/verify-audit.ts';
import type { RunningServer } from '../server.ts';
import { exampleOrder } from '../testing/body-examples.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';
import { startMarket } from '../testing/started-market.ts';
import { runOperatorCli } from './cli.ts';

let base: string;
let server: ServerOnAPort;
let token: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'openpit-backup-'));
  server = await serverOnAPort();
  token = await server.signIn('thandi');
});
afterAll(async () => {
  await server.close();
  await rm(base, { recursive: true, force: true });
});

/** Inserts an order; resolves with whether it was acknowledged. */
async function insert(ref: string): Promise<boolean> {
  const body = { ...exampleOrder, requestId: ref, ref };
  return (await server.call('/api/Orders/InsertOrder', { body, token })).status === 200;
}

interface EndedProcess {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** The operator's command line in a separate process. */
const adminProcess = (...argv: string[]) =>
  spawn(process.execPath, [join(process.env.OPENPIT_THREAD_BUNDLES ?? '', 'run-admin.js'), ...argv], {
    stdio: 'pipe',
  });

function admin(...argv: string[]): Promise<EndedProcess> {
  const child = adminProcess(...argv);
  const text = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text.output += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text.errors += part;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...text })));
}

async function startFrom(dataFolder: string): Promise<{
  readonly running: RunningServer;
  /** The references of the dealer's orders, and of the past ones. */
  readonly refs: readonly string[];
}> {
  const { running, market } = await startMarket(['--no-past', '--data', dataFolder], {
    folder: base,
    clock: server.clock,
  });
  const { rows } = market.view.rowsFor('activeOrders', { userId: 'thandi', member: 'KAND' });
  return { running, refs: rows.map(({ ref }) => ref) };
}

/** The dealer's token; undefined if the login does not exist. */
async function signIn({ url }: RunningServer): Promise<string | undefined> {
  const reply = await fetch(`${url}/api/authenticate/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'thandi@kand.example', password: demoPassword }),
  });
  return ((await reply.json()) as { readonly token?: string }).token;
}

async function expectClosedToOthers(folder: string): Promise<void> {
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))])
    expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0);
}

describe('a backup of a running market under load', () => {
  it('has every command that was acknowledged before it began, each once, and claims nothing about later commands', async () => {
    const acknowledged: string[] = [];
    let sent = 0;
    let isLoaded = true;
    const load = Array.from({ length: 4 }, async () => {
      while (isLoaded) {
        sent += 1;
        const ref = `L${sent}`;
        if (await insert(ref)) acknowledged.push(ref);
      }
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100);

    const folder = join(base, 'new', 'running');
    const before = [...acknowledged];
    const { code, output, errors } = await admin('data', 'backup', folder, '--data', server.dataFolder);
    const after = acknowledged.length;
    isLoaded = false;
    await Promise.all(load);
    // On a slow machine it also reports its progress.
    expect([code, errors.replace(/^(Checking|Replaying) .*\n/gm, '')]).toEqual([
      0,
      'Copying snapshots\nCopying history.db\nCopying openpit.db\nCopying journal.db\nOpening the copy\n',
    ]);
    expect(output).toMatch(
      /^The backup in .*running is complete: commands up to \d+, \d+\.\d MB, \d+\.\d s\./,
    );
    // The market has continued in the meantime.
    expect(after).toBeGreaterThan(before.length);
    await expectClosedToOthers(folder);
    expect((await readdir(folder)).filter((name) => !/-(wal|shm)$/.test(name)).sort()).toEqual([
      'audit',
      'history.db',
      'journal.db',
      'journal.tail',
      'openpit.db',
      'openpit.tail',
      'snapshots',
    ]);

    await expect(verifyAudit(folderSource(auditFolderIn(folder)))).resolves.toMatchObject({ pruned: null });
    const { running, refs } = await startFrom(folder);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs).toEqual(expect.arrayContaining(before));
    const own = { authorization: `Bearer ${await signIn(running)}` };
    const outcomeOf = async (requestId: string) => {
      const reply = await fetch(`${running.url}/api/Orders/ByRequestId?requestId=${requestId}`, {
        headers: own,
      });
      return { status: reply.status, ...((await reply.json()) as { outcome?: string; message?: string }) };
    };
    expect(await outcomeOf(before[0] ?? '')).toMatchObject({ status: 200, outcome: 'accepted' });
    // An order that was acknowledged after the backup: the record does not have it, and does not say that there was none.
    const lost = acknowledged.filter((ref) => !refs.includes(ref)).at(-1) ?? expect.fail('no order is lost');
    const { status, message } = await outcomeOf(lost);
    expect([status, message]).toEqual([
      404,
      expect.stringMatching(/no record of your request .*look at your orders/),
    ]);
    expect(message).not.toMatch(/not carried out|never|was not/);
    await running.stop();
  });
});

describe('a backup', () => {
  let stopped: string;
  beforeAll(async () => {
    // As kill -9 leaves the folder.
    stopped = join(base, 'stopped');
    await insert('last');
    await cp(server.dataFolder, stopped, {
      recursive: true,
      filter: (name) => !/owner|operator\.json/.test(name),
    });
  });

  async function run(...argv: string[]): Promise<{ readonly code: number; readonly printed: string }> {
    const lines: string[] = [];
    const print = (line: unknown) => void lines.push(String(line));
    const spies = [
      vi.spyOn(console, 'log').mockImplementation(print),
      vi.spyOn(console, 'error').mockImplementation(print),
    ];
    const code = await runOperatorCli(argv);
    for (const spy of spies) spy.mockRestore();
    return { code, printed: lines.join('\n') };
  }

  it('can also be made from a folder that no server uses', async () => {
    const folder = join(base, 'of-stopped');
    await mkdir(folder, { mode: 0o755 });
    expect(await run('data', 'backup', folder, '--data', stopped)).toMatchObject({ code: 0 });
    await expectClosedToOthers(folder);
    const { running, refs } = await startFrom(folder);
    expect(refs).toContain('last');
    await running.stop();
  });

  it('leaves out a damaged history, which is made again', async () => {
    const source = join(base, 'damaged-history');
    await cp(stopped, source, { recursive: true });
    for (const name of await readdir(source))
      if (name.startsWith('history.db-')) await rm(join(source, name));
    await writeFile(join(source, 'history.db'), 'nothing of ours\n'.repeat(1000));
    const folder = join(base, 'of-damaged-history');
    const { code, printed } = await run('data', 'backup', folder, '--data', source);
    expect([code, printed]).toEqual([0, expect.stringContaining('history.db is damaged and was left out')]);
    const { running, refs } = await startFrom(folder);
    expect(refs).toContain('last');
    await running.stop();
  });

  it('names the damage of the journal, and lets no server start from its folder', async () => {
    const source = join(base, 'damaged-journal');
    await cp(join(base, 'of-stopped'), source, { recursive: true });
    const file = join(source, 'journal.db');
    const bytes = await readFile(file);
    const at = bytes.indexOf('"requestId":"last"');
    expect(at).toBeGreaterThan(0);
    bytes.write('lost', at + 13);
    await writeFile(file, bytes);
    const folder = join(base, 'of-damaged-journal');
    const { code, printed } = await run('data', 'backup', folder, '--data', source);
    expect([code, printed]).toEqual([
      1,
      expect.stringMatching(/Command \d+ is damaged \(its checksum does not match\)/),
    ]);
    await expect(startFrom(folder)).rejects.toThrow('is a backup that was interrupted or failed');
  });

  it.each(['Copying journal.db', 'Opening the copy'])(
    'lets no server start from its folder if it is killed after it has printed “%s”',
    async (line) => {
      const folder = join(base, `killed-${line.replaceAll(' ', '-')}`);
      const child = adminProcess('data', 'backup', folder, '--data', server.dataFolder);
      const ended = new Promise<NodeJS.Signals | null>((resolve) =>
        child.once('exit', (_code, signal) => resolve(signal)),
      );
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes(line)) child.kill('SIGKILL');
      });
      expect(await ended).toBe('SIGKILL');
      await expect(startFrom(folder)).rejects.toThrow('is a backup that was interrupted or failed');
    },
  );

  it('reports the reason instead of completing if the market cannot be opened', async () => {
    const source = join(base, 'other-outcome');
    await cp(join(base, 'of-stopped'), source, { recursive: true });
    // Without the snapshots every command is replayed.
    await rm(join(source, 'snapshots'), { recursive: true });
    const journal = await openLibsqlJournal({ folder: source });
    const firstSeq = (await journal.lastSeq()) + 1;
    const other = {
      rules: ruleVersion,
      command: { seq: firstSeq, at: 1, by: testOperator, requestId: null },
    };
    const announce = { kind: 'announce', announcement: 'Info', message: 'replayed' };
    const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    await journal.append({
      firstSeq,
      commands: [encode({ ...other, command: { ...other.command, command: announce } })],
    });
    await journal.appendOutcomes({
      firstSeq,
      outcomes: [encode({ rules: ruleVersion, outcome: { seq: firstSeq, events: [] } })],
    });
    await journal.close();
    const folder = join(base, 'of-other-outcome');
    const { code, printed } = await run('data', 'backup', folder, '--data', source);
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining(
        `The copy of the market in ${folder} cannot be opened, so it is no backup: Command ${firstSeq} has a different outcome now than when it was handled`,
      ),
    ]);
    expect(printed).not.toContain('complete');
    await expect(startFrom(folder)).rejects.toThrow('is a backup that was interrupted or failed');
  });

  it('is rejected where files are, and without a market', async () => {
    const folder = join(base, 'occupied');
    await mkdir(folder);
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const occupied = await run('data', 'backup', folder, '--data', stopped);
    expect([occupied.code, occupied.printed]).toEqual([1, expect.stringContaining(`${folder} is not empty`)]);
    expect(await readdir(folder)).toEqual(['notes.txt']);
    const empty = join(base, 'empty');
    await mkdir(empty);
    const without = await run('data', 'backup', join(base, 'nothing'), '--data', empty);
    expect([without.code, without.printed]).toEqual([
      1,
      expect.stringContaining('There is no complete market in'),
    ]);
  });
});
