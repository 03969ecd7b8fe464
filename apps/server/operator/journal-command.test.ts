// The operator's commands for the journal, on a market in files; packs.slowest.test.ts of the storage has both engines.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibsql } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openMarketIn } from '../data-folder.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { seedSmallMarket, send } from '../testing/seed-small-market.ts';
import { runOperatorCli } from './cli.ts';

let folder: string;
let printed: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-journal-command-'));
  printed = [];
  const keep = (text: unknown) => void printed.push(String(text));
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const openMarket = () =>
  openMarketIn(
    { dataFolder: folder },
    {
      clock: new VirtualClock(epochMs(1_795_000_000_000)),
      onStopped: (cause) => expect.fail(cause.message),
    },
  );

const journal = async (...words: string[]) => ({
  exitCode: await runOperatorCli(['journal', ...words, '--data', folder]),
  printed: printed.splice(0).join('\n'),
});

it('print sizes and commands while the server runs, and pack and verify the journal', async () => {
  const market = await openMarket();
  await seedSmallMarket(market, ['abdul']);
  await Promise.all(Array.from({ length: 600 }, () => send(market, 'abdul', anOrder)));
  const { lastSeq } = market.view;
  expect((await journal('size')).printed).toMatch(
    new RegExp(
      `^The journal has ${lastSeq} commands, none of them packed\\.\nIt takes \\d+\\.\\d MB, of which \\d+\\.\\d MB are free`,
    ),
  );
  const before = await journal('print', '300');
  expect(before.printed).toMatch(
    /^{"rules":\d+,"command":{"seq":300,.*}}\n{"rules":\d+,"outcome":{"seq":300,.*}}$/,
  );
  // The journal belongs to the server.
  expect(await journal('pack')).toMatchObject({ exitCode: 1, printed: expect.stringContaining('in use') });
  await market.close();
  expect((await journal('pack')).printed).toMatch(
    new RegExp(
      `The journal has ${lastSeq} commands, of which 1 to 512 are packed: 0\\.\\d MB instead of 0\\.\\d MB\\.`,
    ),
  );
  expect(await journal('print', '300')).toEqual(before);
  const whole = `The journal is whole: ${lastSeq} commands and their outcomes match their checksums and hashes.`;
  expect(await journal('verify')).toEqual({ exitCode: 0, printed: whole });
  const again = await openMarket();
  expect(again.view.lastSeq).toBe(lastSeq);
  expect(await journal('verify')).toEqual({ exitCode: 0, printed: whole });
  await again.close();
});

it('names the commands that are damaged, a command that does not exist, and a folder without a market', async () => {
  expect(await journal('size')).toEqual({
    exitCode: 1,
    printed: `There is no market in ${folder}. Name the data folder with --data.`,
  });
  const market = await openMarket();
  await seedSmallMarket(market, ['abdul']);
  const { lastSeq } = market.view;
  await market.close();
  expect(await journal('print', '999')).toEqual({
    exitCode: 1,
    printed: `The journal has the commands 1 to ${lastSeq}.`,
  });
  expect((await journal('print', '0')).printed).toContain('Command numbers begin at 1.');
  const database = openLibsql(join(folder, 'journal.db'));
  database.run('update command set checksum = checksum + 1 where seq = 3');
  database.close();
  expect(await journal('verify')).toMatchObject({
    exitCode: 1,
    printed: expect.stringContaining('Command 3 is damaged (its checksum does not match)'),
  });
});
