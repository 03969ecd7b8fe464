// The separate process that checks a history file for damage.
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startProcess } from '../../threads/thread.ts';
import { openHistoryDatabase } from './history-database.ts';

it('does not delay closing, and then promises nothing', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const created = await openHistoryDatabase(file);
  expect(await created.checked).toBe(true);
  await created.seal();

  // The process takes longer to start than closing takes.
  const opened = await openHistoryDatabase(file);
  await opened.close();
  expect(await opened.checked).toBe(false);
});

it('ends with the process that started it', async () => {
  const child = startProcess(new URL('./check-history.ts', import.meta.url));
  child.send(join(temporaryFolder(), 'history.db'), () => child.disconnect());
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});
