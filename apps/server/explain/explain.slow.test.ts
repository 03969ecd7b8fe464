// `npm run explain` as the operator reads it: from a folder that a server is using, and from a folder that a server has left.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openMarketIn } from '../data-folder.ts';
import type { RunningMarket } from '../running-market.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { operate, seedSmallMarket, send } from '../testing/seed-small-market.ts';
import { ExplainError, explain } from './explain.ts';
import { readExplainArguments, runExplainCli, textOf } from './explain-cli.ts';

let folder: string;
const seqs = { bid: 0, deal: 0, rejected: 0, repeat: 0, last: 0 };

/** Two dealers, a deal, a rejection and a repeat; a snapshot in between. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-explained-'));
  const open = () =>
    openMarketIn(
      { dataFolder: folder },
      {
        clock: new VirtualClock(epochMs(1_795_000_000_000)),
        onStopped: (cause) => expect.fail(cause.message),
      },
    );
  const first = await open();
  await seedSmallMarket(first);
  seqs.bid = (await send(first, 'abdul', anOrder, 'request-1')).seq;
  await first.close();
  const second = await open();
  await dealWith(second);
  await second.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function dealWith(market: RunningMarket): Promise<void> {
  const offer = { ...anOrder, side: 'S', principal: 'VELD' } as const;
  seqs.deal = (await send(market, 'denise', offer, 'request-2')).seq;
  seqs.repeat = (await send(market, 'abdul', anOrder, 'request-1')).seq;
  seqs.rejected = (await send(market, 'abdul', { kind: 'deleteActiveOrder', activeOrderSeq: 99 })).seq;
  seqs.last = (
    await operate(market, { kind: 'announce', announcement: 'Info', message: 'The market closes early.' })
  ).seq;
}

const explained = (seq: number) => explain({ dataFolder: folder }, seq, () => undefined);
const textAt = async (seq: number) => textOf(await explained(seq));

describe('the explanation of a command', () => {
  it('names the sender, the request, the events, and the rows of both members of a deal', async () => {
    const { command, outcome, isInLog, sent, usersOf } = await explained(seqs.deal);
    expect(command).toMatchObject({ by: { userId: 'denise' }, requestId: 'request-2' });
    expect([outcome.verdict.kind, isInLog]).toEqual(['accepted', true]);
    expect(outcome.events.map(({ kind }) => kind)).toContain('dealMade');
    const groups = sent.map(({ group }) => group);
    expect(groups).toEqual(expect.arrayContaining(['member:KAND', 'member:VELD']));
    expect(groups).toContainEqual(expect.stringMatching(/^contract:/));
    expect(groups).toContainEqual(expect.stringMatching(/^depth:\d+$/));
    expect(usersOf('member:KAND')).toEqual(['abdul']);
    const text = await textAt(seqs.deal);
    expect(text).toContain('sent by      user denise');
    expect(text).toMatch(/member:KAND \(abdul\): data set \d+, deals/);
  });

  it('shows that only the sender’s member received the row of an order', async () => {
    const { sent } = await explained(seqs.bid);
    const members = sent.filter(({ group }) => group.startsWith('member:')).map(({ group }) => group);
    expect(new Set(members)).toEqual(new Set(['member:KAND']));
  });

  it('states why a command was rejected, and that nothing was sent', async () => {
    const text = await textAt(seqs.rejected);
    expect(text).toMatch(/Outcome: rejected, orderNotFound: .*\./);
    expect(text).toContain('Events: none');
    expect(text).toContain('are sent them: none');
  });

  it('names the command that a repeat repeats', async () => {
    expect(await textAt(seqs.repeat)).toContain(
      `Outcome: accepted (repeats the answer to command ${seqs.bid})`,
    );
  });

  it('works for the first command and for the last', async () => {
    expect(await textAt(1)).toContain('openMarket');
    expect(await textAt(seqs.last)).toContain('announcements: announcement');
  });

  it('changes no file of the folder', async () => {
    const hashes = async () => {
      // SQLite creates -wal and -shm for readers as well, and removes them when it has freed the last statement.
      const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
        (file) => file.isFile() && !/-(?:wal|shm)$/.test(file.name),
      );
      return Promise.all(
        files.map(async ({ parentPath, name }) => [
          name,
          createHash('sha256')
            .update(await readFile(join(parentPath, name)))
            .digest('hex'),
        ]),
      );
    };
    const before = await hashes();
    await explained(seqs.deal);
    expect(await hashes()).toEqual(before);
  });

  it('works while a server uses the folder', async () => {
    const market = await openMarketIn(
      { dataFolder: folder },
      {
        clock: new VirtualClock(epochMs(1_795_000_000_000)),
        onStopped: (cause) => expect.fail(cause.message),
      },
    );
    const { seq } = await operate(market, { kind: 'announce', announcement: 'Info', message: 'Open again.' });
    expect(await textAt(seq)).toContain('Open again.');
    await market.close();
  });
});

describe('the command line', () => {
  it('names the existing numbers if the journal has no such command', async () => {
    await expect(explained(9_999)).rejects.toThrow(
      /There is no command 9999: .* has the commands 1 to \d+\.$/,
    );
  });

  it('names the folder that contains no market', async () => {
    await expect(explain({ dataFolder: join(folder, 'no-such-folder') }, 1, () => undefined)).rejects.toThrow(
      /There is no market in .*--data/,
    );
  });

  it.each([[['0']], [['x']], [['-1']], [['1.5']], [['1', '2']], [[]], [['1', '--dat', 'x']]])(
    'rejects %j',
    (argv) => {
      expect(() => readExplainArguments(argv)).toThrow(ExplainError);
    },
  );

  it('prints the way, or the error with exit code 1', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      expect(await runExplainCli([String(seqs.deal), '--data', folder])).toBe(0);
      expect(await runExplainCli(['9999', '--data', folder])).toBe(1);
      expect(String(printed.mock.calls[0]?.[0])).toContain(`Command ${seqs.deal}, 2026-`);
      expect(String(errors.mock.calls.at(-1)?.[0])).toContain('There is no command 9999');
    } finally {
      printed.mockRestore();
      errors.mockRestore();
    }
  });
});
