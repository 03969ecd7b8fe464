// `npm run admin -- history rebuild`: asks the running server to rebuild history, or rebuilds it here if no server is running,
// and prints the progress. The old history stays in use until the new one is complete.

import type { MarketPlace } from '@openpit/storage';
import { hasMarket, openDatabaseIn, openJournalIn } from '../data-folder.ts';
import { openHistory } from '../history/history.ts';
import type { HistoryProgress } from '../history/history-messages.ts';
import { illustrationSeed } from '../seed/demonstration-settings.ts';
import { localAction, OperatorRejection, thenClosed } from './operator-action.ts';
import { postToServer } from './operator-client.ts';
import { type OperatorAddress, readOperatorAddress } from './operator-key.ts';
import { type OperatorHistoryReply, operatorHistoryPath, operatorHistoryReply } from './operator-routes.ts';

const askEveryMs = 500;

type Print = (line: string) => void;

export const historyActions = {
  'history-rebuild': localAction({
    words: 'history rebuild',
    arguments: {},
    help: 'rebuild candles, past deals and past orders from the outcome log',
    runHere: (place, _fields, progress) => rebuildHistory(place, progress),
  }),
};

/**
 * Returns the sentence to print. Throws OperatorRejection, or JournalHeldError, DataFolderError or JournalDamagedError
 * from opening the folder.
 */
async function rebuildHistory(place: MarketPlace, print: Print): Promise<string> {
  const address = await readOperatorAddress(place.dataFolder);
  const startedAt = performance.now();
  const byServer = address === null ? null : await rebuildByServer(address, print);
  const outcomes = byServer ?? (await rebuildHere(place, print));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `History was rebuilt from ${outcomes} outcomes in ${seconds} s.`;
}

/** The number of outcomes in history; null if no server answers at the address. */
async function rebuildByServer(address: OperatorAddress, print: Print): Promise<number | null> {
  let reply = await ask(address, 'rebuild');
  if (reply === null) return null;
  while (reply.isRebuilding) {
    print(lineOf(reply));
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    const next = await ask(address, 'status');
    if (next === null)
      throw new OperatorRejection('The server stopped while it rebuilt history. Start it, and try again.');
    reply = next;
  }
  if (reply.failure !== null) throw new OperatorRejection(reply.failure);
  return reply.seq;
}

async function ask(
  address: OperatorAddress,
  action: 'rebuild' | 'status',
): Promise<OperatorHistoryReply | null> {
  const reply = await postToServer(address, operatorHistoryPath, { action });
  return reply === null ? null : operatorHistoryReply.parse(reply);
}

async function rebuildHere(place: MarketPlace, print: Print): Promise<number> {
  if (!(await hasMarket(place)))
    throw new OperatorRejection(
      `There is no market in ${place.dataFolder} yet. Start the server once, or name the folder with --data.`,
    );
  // While this process holds the journal, no other process writes to the folder.
  const journal = await openJournalIn(place);
  return await thenClosed(journal, print, async () => {
    const database = await openDatabaseIn(place, { lastSeq: await journal.lastSeq() });
    const market = { isNew: false, isIllustrated: false, seed: 0 };
    const illustrativeSeed = await thenClosed(database, print, () => illustrationSeed(database.db, market));
    const history = openHistory({ ...place, illustrativeSeed, isAlone: true });
    return await thenClosed(history, print, async () => {
      await history.rebuild((progress) => print(lineOf(progress)));
      return (await journal.lastOutcome()).seq;
    });
  });
}

function lineOf({ seq, of }: Pick<HistoryProgress, 'seq' | 'of'>): string {
  const percent = of === 0 ? 100 : Math.floor((100 * seq) / of);
  return `Rebuilding history: outcome ${seq} of ${of} (${percent} %)`;
}
