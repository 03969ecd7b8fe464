// The operator's command line, with and without a running server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openLibsql, openLibsqlJournal } from '@openpit/storage';
import { epochMs, type Outcome, type SequencedCommand } from '@openpit/venue';
import { endOfDayReports } from '@openpit/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseFile, openMarketIn } from '../data-folder.ts';
import { operatingSystemUser } from '../operating-system-user.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { decodeCommand, decodeOutcome } from '../sequencer/command-codec.ts';
import { seedSmallMarket } from '../testing/seed-small-market.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';
import { runOperatorCli } from './cli.ts';
import { operatorUsage, readArguments, usageOf } from './cli-arguments.ts';
import { requestServer } from './operator-client.ts';
import { writeOperatorAddress } from './operator-key.ts';

let printed: string[] = [];
let errors: string[] = [];
beforeEach(() => {
  printed = [];
  errors = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)));
  vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

const operator = { kind: 'operator', operatorId: operatingSystemUser() };

describe('the operator’s command line with a running server', () => {
  let server: ServerOnAPort;
  beforeAll(async () => {
    server = await serverOnAPort();
  });
  afterAll(() => server.close());

  it('sends the name of the operator, which journal and outcome have', async () => {
    const outcomes: Outcome[] = [];
    const stop = server.gateway.onOutcome((outcome) => outcomes.push(outcome));
    expect(await runOperatorCli(['announce', 'Silo', 'receipts', '--data', server.dataFolder])).toBe(0);
    stop();
    expect(printed).toEqual(['Announced to everyone who is signed in.']);
    expect(outcomes).toMatchObject([{ by: operator, command: 'announce' }]);
    const journal = openLibsql(join(server.dataFolder, 'journal.db'));
    const [row] = journal.all('select seq, bytes from command order by seq desc limit 1');
    journal.close();
    const { by, command } = decodeCommand(Number(row?.seq), row?.bytes as Uint8Array);
    expect([by, command]).toEqual([
      operator,
      { kind: 'announce', announcement: 'Info', message: 'Silo receipts' },
    ]);
  });

  it('writes the reports of a member for a day that has ended, or states why it cannot', async () => {
    const { businessDay } = server.view.directory;
    const folder = await mkdtemp(join(tmpdir(), 'openpit-reports-'));
    const reports = (member: string, ...others: string[]) =>
      runOperatorCli(['reports', member, businessDay, folder, ...others, '--data', server.dataFolder]);
    try {
      expect(await reports('KAND')).toBe(1);
      await server.operate({ action: 'end-of-day', force: 'the reports of the day' });
      expect([await reports('NOBODY'), await reports('KAND', 'again'), await reports('KAND')]).toEqual([
        1, 1, 0,
      ]);
      expect(errors[0]).toBe(
        `The business day ${businessDay} has not ended. Reports exist from the end of a day on.`,
      );
      expect(errors[1]).toBe('There is no member NOBODY.');
      expect(errors[2]).toContain('reports accepts nothing else, not "again".');
      expect(printed).toEqual([`The 7 reports of KAND for ${businessDay} are in ${folder}.`]);
      const files = await readdir(folder);
      expect(files.sort()).toEqual(
        [...endOfDayReports].sort().map((report) => `openpit-${report}-KAND-${businessDay}.csv`),
      );
      const statement = await readFile(join(folder, `openpit-statement-KAND-${businessDay}.csv`), 'utf8');
      expect(statement).toMatch(/^Date,Principal,Opening balance,.*\r\n2026-11-18,KAND,0,.*\r\n$/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is rejected with the fields that the server rejects', async () => {
    const address = { url: server.url, token: server.operatorToken };
    const body = { operatorId: '', request: { action: 'halt', instrument: 'wmaz', reason: 'x' } } as const;
    await expect(requestServer(address, body)).rejects.toThrow(
      /^The server rejected the request with status 400\.\n {2}operatorId: .+\n {2}instrument: Name the instrument by its code, for example WMAZ\.$/,
    );
  });

  it('prints the sentence of a rejection by the market', async () => {
    const argv = ['cancel-deal', '99', 'typed', 'wrong', '--data', server.dataFolder];
    expect(await runOperatorCli(argv)).toBe(1);
    expect([printed, errors]).toEqual([[], [expect.stringContaining('99')]]);
  });
});

describe('the operator’s command line without a server', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openpit-cli-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function writeMarket(): Promise<void> {
    const market = await openMarketIn(
      { dataFolder: folder },
      {
        clock: new VirtualClock(epochMs(1_795_000_000_000)),
        onStopped: (cause) => expect.fail(cause.message),
      },
    );
    const database = await openDatabase(databaseFile(folder));
    await seedSmallMarket(market);
    await database.close();
    await market.close();
  }

  it('opens the journal itself and writes the name of the operator, even when a killed server has left its address', async () => {
    await writeMarket();
    await writeOperatorAddress(folder, { url: 'http://127.0.0.1:1', token: 'x' });
    const argv = ['halt', 'WMAZ', 'crop', 'estimate', '--data', folder];
    expect([await runOperatorCli(argv), errors]).toEqual([0, []]);
    expect(printed).toEqual(['WMAZ is halted. "resume WMAZ" ends the halt.']);
    const journal = await openLibsqlJournal({ folder });
    const seq = await journal.lastSeq();
    let command: SequencedCommand | undefined;
    for await (const rows of journal.read(seq))
      for (const row of rows) command = decodeCommand(seq, row.bytes);
    let outcome: Outcome | undefined;
    for await (const rows of journal.readOutcomes(seq))
      for (const row of rows) outcome = decodeOutcome(seq, row.bytes);
    await journal.close();
    expect(command).toMatchObject({ by: operator, command: { kind: 'haltInstrument' } });
    expect(outcome).toMatchObject({ by: operator, verdict: { kind: 'accepted' } });
  });

  it('opens the journal itself when another program, which ends connections, has the port of a killed server', async () => {
    await writeMarket();
    const killed = spawn(process.execPath, ['--eval', '']);
    await once(killed, 'exit');
    const owner = { pid: killed.pid, since: '', host: hostname(), address: null };
    await writeFile(join(folder, 'owner.json'), JSON.stringify(owner));
    const other = createServer((socket) => socket.destroy());
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    await writeOperatorAddress(folder, { url: `http://127.0.0.1:${port}`, token: 'x' });
    try {
      expect([await runOperatorCli(['users', '--data', folder]), errors]).toEqual([0, []]);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });

  it('lists the users', async () => {
    await writeMarket();
    expect(await runOperatorCli(['users', '--data', folder])).toBe(0);
    expect(printed[0]).toMatch(/abdul +KAND\/ABD +\(no login\) +insertOrderOrDouble, /);
  });

  it('creates a user, whose password is printed and in no command, and lists the sessions', async () => {
    await writeMarket();
    const user = ['user', 'create', 'new-one', 'new@kand.example', 'KAND', 'ABD', 'A', 'new', 'dealer'];
    expect([await runOperatorCli([...user, '--data', folder]), errors]).toEqual([0, []]);
    const password = /only now: (\S+)/.exec(printed[0] ?? '')?.[1] ?? '';
    expect(password).toHaveLength(24);
    expect(await runOperatorCli(['user', 'grant', 'new@kand.example', 'dealer', '--data', folder])).toBe(0);
    expect(printed[1]).toContain('new-one now has: insertOrderOrDouble');
    for (const argv of [
      ['user', 'sessions', 'new-one'],
      ['user', 'end-sessions', 'new-one'],
    ])
      expect(await runOperatorCli([...argv, '--data', folder])).toBe(0);
    expect(printed.slice(2)).toEqual(['new-one has no open session.', 'Sessions of new-one ended: 0.']);
    const journal = await readFile(join(folder, 'journal.db'));
    expect([journal.includes('new-one'), journal.includes(password)]).toEqual([true, false]);
  });

  it('verifies and exports the audit log, including its own actions without a server', async () => {
    await writeMarket();
    const file = join(folder, 'entries.jsonl');
    const run = (...argv: string[]) => runOperatorCli([...argv, '--data', folder]);
    expect(await run('audit', 'verify')).toBe(1);
    expect(errors.splice(0)).toEqual([
      expect.stringMatching(/^There is no audit log in .+ A start of the server/),
    ]);
    expect([await run('halt', 'WMAZ', 'crop', 'estimate'), await run('user', 'disable', 'nobody')]).toEqual([
      0, 1,
    ]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await run('audit', 'export', '2026-01-01', today, file)).toBe(0);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { seq: 1, kind: 'operator', what: 'halt', outcome: 'ok', user: operator.operatorId },
      { seq: 2, kind: 'operator', what: 'user-disable', outcome: 'rejected' },
    ]);
    expect(await run('audit', 'export', '2026-01-01', today, file)).toBe(1);
    expect(errors.at(-1)).toContain('cannot be made');
    expect(await run('audit', 'export', today, '2026-01-01', `${file}-2`)).toBe(1);
    expect(errors.at(-1)).toBe(`The first day, ${today}, is after the last day, 2026-01-01.`);
    expect(printed.at(-1)).toMatch(
      /^2 entries from .*\nThe audit log is whole: 2 entries up to 2\.\nThe fingerprint/,
    );
    const [name = ''] = (await readdir(join(folder, 'audit'))).filter((file) => file.endsWith('.jsonl'));
    const log = join(folder, 'audit', name);
    await writeFile(log, (await readFile(log, 'utf8')).replace('crop', 'drop'));
    expect(await run('audit', 'verify')).toBe(1);
    expect(errors.at(-1)).toMatch(
      /^The audit log has a fault\. .+, line 1: entry 1 or the one before it was changed\.$/,
    );
  });

  it('begins a rejection with the id of a user as the market has it', async () => {
    await writeMarket();
    const user = ['user', 'create', 'new-one', 'new@kand.example', 'KAND', 'ABD', 'New One'];
    expect(await runOperatorCli([...user, '--data', folder])).toBe(0);
    expect(await runOperatorCli(['user', 'two-factor-reset', 'new-one', '--data', folder])).toBe(1);
    expect(errors).toEqual([expect.stringMatching(/^new-one has not asked to switch two-factor off\./)]);
  });

  it('prints the answer and a warning if the action was carried out and the files cannot be closed', async () => {
    await writeMarket();
    // The closing market cannot remove it.
    await mkdir(join(folder, 'snapshots', 'snapshot-1.bin'));
    const payment = ['record-payment', 'KAND', 'received', '1000'];
    expect(await runOperatorCli([...payment, '--data', folder])).toBe(0);
    expect(printed).toEqual(['R1000.00 received from KAND. The exchange owes KAND R1000.00.']);
    expect(errors).toEqual([
      expect.stringMatching(
        /^The data folder was not closed cleanly\. .+snapshot-1\.bin.+ The command is done: do not repeat it\.$/,
      ),
    ]);
  });

  it('rejects an announcement because no user is signed in', async () => {
    await writeMarket();
    expect(await runOperatorCli(['announce', 'x', '--data', folder])).toBe(1);
    expect(errors).toEqual([expect.stringContaining('No server runs on this folder')]);
  });

  it.each([[['users']], [['audit', 'verify']], [['audit', 'export', '2026-11-18', '2026-11-19', 'entries']]])(
    'rejects a folder without a market: %j',
    async (argv) => {
      expect(await runOperatorCli([...argv, '--data', folder])).toBe(1);
      expect(errors).toEqual([expect.stringMatching(`^There is no market in ${folder}`)]);
    },
  );
});

describe('the arguments of the operator’s command line', () => {
  it.each([
    [['user grant'], 'user: Name the user by e-mail address or user id.'],
    [['user grant', 'thandi'], 'flags: Name at least one permission.'],
    [['user scope', 'thandi'], 'scope: A scope is member'],
    [['user scope', 'thandi', 'mine'], 'scope: A scope is member'],
    [['announce'], 'message: Give the message.'],
    [['announce', 'x'.repeat(501)], 'message: An announcement has at most 500 characters.'],
    [['phase'], 'phase: A phase is closed'],
    [['phase', 'admin', 'moon'], 'groups.0: A group of contracts is deliveryMonth'],
    [['halt'], 'instrument: Name the instrument by its code, for example WMAZ.'],
    [['halt', 'WMAZ'], 'reason: Give a reason. It is announced to everyone and recorded.'],
    [['stop', 'KAND'], 'reason: Give a reason. It is told to the dealers concerned and recorded.'],
    [['resume'], 'instrument: Name the instrument by its code, for example WMAZ.'],
    [['widen-limits', 'WMAZ'], 'band: Give an amount in rand, for example 300.'],
    [['widen-limits', 'WMAZ', '-1'], 'band: The amount must be positive.'],
    [['self-match', 'maybe'], 'selfMatch: Self-matches are reject or allow.'],
    [['set-margins', 'WMAZ'], 'initialMargin: Give an amount in rand, for example 0.25.'],
    [['set-margins', 'WMAZ', '21000', '10500', '4.005'], 'volatilityRange: A rate has at most two decimals.'],
    [['set-fees', 'WMAZ', '0.255', '0', '0', '0'], 'ownFuture: An amount is a whole number of cents.'],
    [['set-fees', 'WMAZ', '0.2', '0.2', '0.2'], 'clientOption: Give an amount in rand, for example 0.25.'],
    [['set-interest', 'much'], 'rate: Give a number of percent, for example 7.25.'],
    [['set-interest', '101'], 'rate: A rate is at most 100.'],
    [['limit-margin', 'kand', '5'], 'account: Name the account by the code of a member or a client.'],
    [['limit-margin', 'KAND', 'much'], 'maxMargin: Give the maximum initial margin in rand, or none.'],
    [['record-payment', 'KAND', '5'], 'direction: A payment is received (from the account) or paid (to it).'],
    [['record-payment', 'KAND', 'paid', '0'], 'amount: The amount must be positive.'],
    [
      ['correct-mtm', 'DEC26', 'WMAZ', '4040'],
      'contract: Name the contract in quotes, for example "DEC26 WMAZ".',
    ],
    [['correct-mtm', 'DEC26 WMAZ', '4040'], 'reason: Give a reason. It is recorded.'],
    [['approve-mtm'], 'run: Name the valuation by its number.'],
    [
      ['cancel-deal', 'x', 'typed', 'wrong'],
      'deal: Name the deal by its match number, for example M290, or by the number of either side: both are in the Deals panels.',
    ],
    [['correct-mtm', 'DEC26 WMAZ', '5.352', 'settled'], 'mtm: A price has at most two decimals.'],
    [['reprice-deal', 'M1', '5.302', 'typed wrong'], 'price: A price has at most two decimals.'],
    [['widen-limits', 'WMAZ', '300.005'], 'band: An amount is a whole number of cents.'],
    [['reprice-deal', '9'], 'price: Give the price in rand per ton.'],
    [['set-margins', 'WMAZ', '', '', ''], 'initialMargin: Give an amount in rand, for example 0.25.'],
    [['set-fees', 'WMAZ', '1e-1', '0', '0', '0'], 'ownFuture: Give an amount in rand, for example 0.25.'],
    [['set-interest', ' '], 'rate: Give a number of percent, for example 7.25.'],
    [['set-interest', '0x10'], 'rate: Give a number of percent, for example 7.25.'],
    [['limit-margin', 'KAND', ''], 'maxMargin: Give the maximum initial margin in rand, or none.'],
    [['limit-position', 'KAND', ''], 'maxLots: Give a whole number of lots, or none.'],
    [['limit-quantity', 'thandi', '1e2'], 'maxLots: Give a whole number of lots, or none.'],
    [
      ['record-payment', 'KAND', 'received', '0x64'],
      'amount: Give an amount in rand, for example 1500000.50.',
    ],
    [['correct-mtm', 'DEC26 WMAZ', '', 'settled'], 'mtm: Give the MTM in rand per ton.'],
    [['correct-mtm', 'DEC26 WMAZ', '9'.repeat(400), 'settled'], 'mtm: Give the MTM in rand per ton.'],
    [['approve-mtm', '1e0'], 'run: Name the valuation by its number.'],
    [['cancel-deal', '0x10', 'typed', 'wrong'], 'deal: Name the deal by its match number'],
    [['schedule', 'stop'], 'answer: schedule accepts nothing, or "continue".'],
    [['end-of-day', '--force', ''], 'force: Give a reason. It is recorded.'],
  ])('%j name the wrong field', async ([action = '', ...rest], line) => {
    expect(await runOperatorCli([...action.split(' '), ...rest])).toBe(1);
    expect(errors[0]).toContain(`The arguments of ${action} cannot be used:`);
    expect(errors[0]).toContain(`\n  ${line}`);
  });

  it.each([
    ['one action', ['halt'], ['  halt INSTRUMENT REASON…']],
    ['one action of two words', ['user', 'create', 'x'], ['  user create ID E-MAIL MEMBER DEALER NAME…']],
    ['an action without its last argument', ['user', 'grant', 'nobody'], ['  user grant USER FLAG…']],
    [
      'all actions of a word, after a wrong second word',
      ['data', 'copy'],
      ['  data backup FOLDER', '  data move to-postgres', '  data move to-files'],
    ],
    ['the action of an option', ['users', '--force', 'x'], ['  end-of-day']],
  ])('print the usage of %s only, and the sentence after it', async (_what, argv, first) => {
    await runOperatorCli(argv);
    const [usage = '', sentence = ''] = (errors[0] ?? '').split('\n\n');
    const entries = usage.split('\n').filter((line) => /^ {2}\S/.test(line));
    expect(entries).toHaveLength(first.length);
    for (const [at, start] of first.entries()) expect(entries[at]).toContain(start);
    expect(sentence).toMatch(/(cannot be used:|, not )/);
    expect(errors[0]?.split('\n\n')).toHaveLength(2);
  });

  it('lead to the usage of an action when they are wrong, for every action in the usage', () => {
    const names = [...operatorUsage.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z][a-z-]*)*)/gm)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => usageOf(name) === '')).toEqual([]);
  });

  it.each([
    [['explode'], 'There is no action "explode".'],
    [
      ['user'],
      'Add an action to "user": create, disable, enable, password, grant, revoke, scope, sign-in-code, sessions',
    ],
    [['user', 'toString', 'x'], 'not "toString"'],
    [['user-create', 'x'], 'There is no action "user-create".'],
    [['user', 'disable', 'thandi', 'now'], 'user disable accepts nothing else, not "now".'],
    [['user', 'create', 'New One'], 'The arguments of user create cannot be used:\n  userId: A user id has'],
    [['toString'], 'There is no action "toString".'],
    [['users', 'thandi'], 'users accepts nothing else, not "thandi".'],
    [['end-of-day', 'now'], 'end-of-day accepts nothing else, not "now".'],
    [['resume', 'WMAZ', 'SOYA'], 'resume accepts nothing else, not "SOYA".'],
    [['users', '--force', 'x'], '--force is for end-of-day, not for users.'],
    [['journal', 'print', '0x5'], '  seq: Command numbers begin at 1.'],
    [['journal', 'print', '0'], '  seq: Command numbers begin at 1.'],
    [
      ['silo', 'stage', 'tendering', '2026-02-30T10:00Z'],
      '  until: Give the end of the stage as a time in UTC',
    ],
    [
      ['silo', 'stage', 'tendering', '2026-12-02T24:30Z'],
      '  until: Give the end of the stage as a time in UTC',
    ],
    [['silo', 'storage', 'SR1', '2026-02-29'], '  until: Give the day as YYYY-MM-DD.'],
    [['audit', 'export', '2026-02-30', '2026-03-01', 'x'], '  from: Give the day as YYYY-MM-DD.'],
    [['reference', 'diff', 'x.json', '--from', '2026-02-30'], '  from: Give the business day as YYYY-MM-DD.'],
    [['reports', 'KAND', '2026-11-31', 'x'], '  date: Give the day as YYYY-MM-DD.'],
    [['silo', 'split', 'SR1', '0x64', '100'], '  tons.0: Give whole tons, for example 100.'],
    [['history', 'delete'], 'history takes rebuild, not "delete".'],
    [['data'], 'Add an action to "data": backup, move to-postgres, move to-files.'],
    [['data', 'move', 'away'], 'data takes backup, move to-postgres, move to-files, not "move away".'],
    [['data', 'backup'], 'The arguments of data backup cannot be used:\n  folder: Name the new folder.'],
    [['audit', 'delete'], 'audit takes verify, export, not "delete".'],
    [['audit', 'export', '2026-11-18', 'today', 'x'], '  to: Give the day as YYYY-MM-DD.'],
    [['data', 'backup', 'a', 'b'], 'data backup accepts nothing else, not "b".'],
    [
      ['reports', 'KAND', '2026-11-18'],
      'The arguments of reports cannot be used:\n  folder: Name the folder.',
    ],
    [
      ['user', 'create', 'x', 'x@y.example', 'NINELONGS', 'ABD', 'X'],
      '  member: Name the member by its code',
    ],
    [['limit-margin', 'NINELONGS', 'none'], '  account: Name the account by the code'],
    [['users', '--fast'], "Unknown option '--fast'."],
    [['end-of-day', '--force', '--data', 'x'], '--force needs a value after it.'],
    [['end-of-day', '--force'], '--force needs a value after it.'],
    [['users', '--help=yes'], '--help takes no value.'],
  ])('%j are rejected with a sentence', async (argv, sentence) => {
    expect(await runOperatorCli(argv)).toBe(1);
    expect(errors[0]).toContain(sentence);
    expect(errors[0]?.split('\n').length).toBeLessThan(30);
  });

  it('may begin with a hyphen: a negative price, a reason', () => {
    const fieldsOf = (...argv: string[]) => {
      const { action } = readArguments(argv);
      return typeof action === 'object' && 'request' in action ? action.request : action;
    };
    expect(fieldsOf('correct-mtm', 'MAR27 RAIN', '-5.25', '-5', 'in', 'Chicago', '--confirm')).toEqual({
      action: 'correct-mtm',
      contract: 'MAR27 RAIN',
      mtm: -5.25,
      reason: '-5 in Chicago',
      confirm: true,
    });
    expect(fieldsOf('end-of-day', '--force', '-- late', '--data', 'x')).toEqual({
      action: 'end-of-day',
      force: '-- late',
    });
    expect(fieldsOf('end-of-day', '--force=-late')).toEqual({ action: 'end-of-day', force: '-late' });
    expect(fieldsOf('halt', 'WMAZ', '--', '--storm')).toMatchObject({ reason: '--storm' });
  });

  it('print the usage when there are none', async () => {
    expect(await runOperatorCli([])).toBe(0);
    expect(printed[0]).toContain('Usage: npm run admin');
  });
});
