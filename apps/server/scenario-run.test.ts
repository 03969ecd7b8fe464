import { readFile } from 'node:fs/promises';
import { playScenario } from '@openpit/scenario';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OptionsError } from './options.ts';
import { readStoryFile, type StoryLine, startStory, storyCast } from './scenario-run.ts';
import { marketInAFolder, type TestMarket } from './testing/market-in-a-folder.ts';

const morning = new URL('../../scenarios/days/morning.scenario', import.meta.url);

let test: TestMarket;
beforeEach(async () => {
  test = await marketInAFolder();
});
afterEach(() => test.close());

/** Plays the story as fast as it goes, to its end. */
async function played(text: string): Promise<StoryLine[]> {
  const told: StoryLine[] = [];
  let finished = Promise.resolve();
  const stop = startStory({
    ...test.server,
    playScenario(play) {
      const playing = playScenario(play);
      finished = playing.finished;
      return playing;
    },
    story: { file: 'a.scenario', text },
    pace: 1_000_000,
    onLine: (line) => told.push(line),
    onFailure: (error) => expect.fail(String(error)),
  });
  await finished;
  await stop();
  return told;
}

describe('a story in the demonstration market', () => {
  it('is acted by its users: the morning comes as it is told, on their own rows', async () => {
    const text = await readFile(morning, 'utf8');
    const told = await played(text);
    const happened = (line: string) => told.find(({ text: one }) => one.startsWith(line))?.happened;
    expect(happened('Thandi KAND buys 10 DEC26 WMAZ')).toContain('dealt 10 at 4036.00 with P100 offer');
    expect(happened('Thandi KAND sells 20 DEC26 WMAZ at 4250.00')?.[0]).toMatch(
      /^rejected priceOutsideLimits/,
    );
    expect(happened('Thandi KAND sells 20 DEC26 WMAZ at 4034.00')?.[0]).toMatch(/^answered Filled, dealt 20/);
    const { view } = test.server;
    const orders = (userId: string, member: string) => view.activeOrders.rows.image({ userId, member }).rows;
    expect(orders('pieter', 'VELD')).toMatchObject([{ ref: 'P100', contract: 'DEC26 WMAZ' }]);
    expect(orders('thandi', 'KAND')).toEqual([]);
    const positions = view.positions.rows.image({ userId: 'thandi', member: 'KAND' }).rows;
    expect(positions.map(({ principal, net }) => [principal, net])).toEqual([
      ['9104K', 30],
      ['KAND', -20],
    ]);
  });

  it('that names whom the market does not have is rejected with the line, and nothing of it is sent', async () => {
    const before = test.server.view.lastSeq;
    const text = '# A story.\nannouncement Info "First"\nAbdul KAND buys 1 DEC26 WMAZ at 4034.80\n';
    await expect(played(text)).rejects.toThrow('a.scenario:3: member KAND has no dealer Abdul');
    expect(test.server.view.lastSeq).toBe(before);
  });

  it('knows its people by code and by name, and who of them is no user', () => {
    const cast = storyCast(test.server.view);
    expect(cast.dealers).toContainEqual({
      member: 'KAND',
      code: 'THN',
      name: 'Thandi Nkosi',
      userId: 'thandi',
    });
    expect(cast.dealers).toContainEqual(expect.objectContaining({ code: 'JVM', userId: null }));
    expect(cast.contracts).toContainEqual({ contract: 'DEC26 WMAZ', instrument: 'WMAZ', tons: 100 });
    expect(cast.clients).toContain('9104K');
  });
});

describe('the file of a story', () => {
  it('that is not there is a problem of the command line', async () => {
    await expect(readStoryFile('/nowhere/at.scenario')).rejects.toThrow(
      new OptionsError('--scenario: the story /nowhere/at.scenario cannot be read (ENOENT).'),
    );
  });
});
