// `npm run admin -- history rebuild`: has the running server make history again, or makes it here when none runs, and tells how
// far it is. What is rebuilt answers nobody until it is whole; until then the old one does.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, openLibsqlJournal } from '@openpit/storage';
import { openHistory } from '../history/history.ts';
import type { HistoryProgress } from '../history/history-messages.ts';
import { illustrationSeed } from '../history/illustrative-history.ts';
import { type OperatorHistoryReply, operatorHistoryPath, operatorHistoryReply } from './history-routes.ts';
import { type OperatorAddress, readOperatorAddress } from './operator-key.ts';
import { OperatorRejection } from './operator-parts.ts';

const askEveryMs = 500;

type Tell = (line: string) => void;

/** Does it and returns what to print. Throws OperatorRejection, or what the data folder's files say of themselves. */
export async function rebuildHistory(dataFolder: string, tell: Tell): Promise<string> {
  const address = await readOperatorAddress(dataFolder);
  const startedAt = Date.now();
  const byServer = address === null ? null : await rebuildByServer(address, tell);
  const outcomes = byServer ?? (await rebuildHere(dataFolder, tell));
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  return `History was made again from ${outcomes} outcomes in ${seconds} s.`;
}

/** The outcomes that it holds now; null when no server answers at the address. */
async function rebuildByServer(address: OperatorAddress, tell: Tell): Promise<number | null> {
  let reply = await ask(address, 'rebuild');
  if (reply === null) return null;
  while (reply.isRebuilding) {
    tell(lineOf(reply));
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    const next = await ask(address, 'status');
    if (next === null)
      throw new OperatorRejection(
        'The server has gone while it made history again. Start it, and try again.',
      );
    reply = next;
  }
  if (reply.failure !== null) throw new OperatorRejection(reply.failure);
  return reply.seq;
}

async function ask(
  { url, token }: OperatorAddress,
  action: 'rebuild' | 'status',
): Promise<OperatorHistoryReply | null> {
  let reply: Response;
  try {
    reply = await fetch(new URL(operatorHistoryPath, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ action }),
    });
  } catch {
    // Nobody listens there any more: the address is left over from a server that was killed.
    return null;
  }
  // Another program may have taken the port of a server that was killed; it does not know the token.
  if (reply.status === 404) return null;
  if (!reply.ok) throw new OperatorRejection(`The server answered ${reply.status}.`);
  return operatorHistoryReply.parse(await reply.json());
}

async function rebuildHere(dataFolder: string, tell: Tell): Promise<number> {
  if (!existsSync(join(dataFolder, 'journal.db')))
    throw new OperatorRejection(
      `There is no market in ${dataFolder} yet. Start the server once, or name the folder with --data.`,
    );
  // Taking the journal makes sure that nobody else writes here meanwhile.
  const journal = await openLibsqlJournal({ folder: dataFolder });
  try {
    const database = await openDatabase(join(dataFolder, 'openpit.db'));
    const about = { isNew: false, isDemonstration: false, seed: 0 };
    const illustrativeSeed = await illustrationSeed(database.db, about).finally(() => database.close());
    const history = openHistory({ dataFolder, illustrativeSeed, isAlone: true });
    try {
      await history.rebuild((progress) => tell(lineOf(progress)));
      return (await journal.lastOutcome()).seq;
    } finally {
      await history.close();
    }
  } finally {
    await journal.close();
  }
}

function lineOf({ seq, of }: Pick<HistoryProgress, 'seq' | 'of'>): string {
  const percent = of === 0 ? 100 : Math.floor((100 * seq) / of);
  return `Making history again: outcome ${seq} of ${of} (${percent} %)`;
}
