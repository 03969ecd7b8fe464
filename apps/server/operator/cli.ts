// `npm run admin -- …`: the operator's command line. It sends the request to the running server. Without one it opens the
// journal itself; when another process holds the journal it says which.
import {
  DatabaseError,
  DataFolderError,
  JournalDamagedError,
  JournalHeldError,
  type MarketPlace,
} from '@openpit/storage';
import { openAudit } from '../audit/open-audit.ts';
import { openAccounts } from '../auth/open-accounts.ts';
import { believing } from '../clock/trusted-clock.ts';
import { hasMarket, openDatabaseIn, openMarketIn } from '../data-folder.ts';
import { HistoryUnavailable } from '../history/history.ts';
import { noteBackup } from '../last-backup.ts';
import { operatingSystemUser } from '../operating-system-user.ts';
import { versionText } from '../options.ts';
import { realClock } from '../schedule/real-clock.ts';
import { RecoveryError } from '../sequencer/recovery-error.ts';
import { readAudit } from './audit-command.ts';
import { backUp } from './backup-command.ts';
import { operatorUsage, readArguments } from './cli-arguments.ts';
import { rebuildHistory } from './history-command.ts';
import { moveData } from './move-command.ts';
import { type OperatorReplies, operate } from './operator-actions.ts';
import { requestServer } from './operator-client.ts';
import { readOperatorAddress } from './operator-key.ts';
import { OperatorRejection } from './operator-parts.ts';
import type { OperatorAction, RequestOf } from './operator-requests.ts';
import { sentenceOf } from './operator-sentences.ts';
import { withFileText } from './reference-command.ts';
import { writeReports } from './reports-command.ts';

/** Errors whose message a user can act on. */
const problems = [
  OperatorRejection,
  JournalHeldError,
  DataFolderError,
  DatabaseError,
  JournalDamagedError,
  RecoveryError,
  HistoryUnavailable,
];

/** Runs one action and prints its result; resolves with the exit code. */
export async function runOperatorCli(argv: readonly string[]): Promise<number> {
  try {
    const { request, place } = readArguments(argv);
    const { dataFolder } = place;
    const progress = (line: string) => console.error(line);
    if (request === 'help') console.log(operatorUsage);
    else if (request === 'version') console.log(versionText);
    else if (request === 'rebuildHistory') console.log(await rebuildHistory(place, progress));
    else if ('backUpTo' in request) console.log(await notedBackup(place, request.backUpTo, progress));
    else if ('move' in request) console.log(await moveData(place, request.move, progress));
    else if ('audit' in request) console.log(await readAudit(place, request.audit));
    else if ('reports' in request) console.log(await writeReports(dataFolder, request.reports));
    else console.log(await act(await withFileText(request), place));
    return 0;
  } catch (error) {
    if (!isForPeople(error)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** A backup of a folder that cannot be written is complete all the same. */
async function notedBackup(
  place: MarketPlace,
  folder: string,
  progress: (line: string) => void,
): Promise<string> {
  const sentence = await backUp(place, folder, progress);
  try {
    await noteBackup(place.dataFolder, realClock.now());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    progress(`The time of this backup could not be noted for /metrics (${why}).`);
  }
  return sentence;
}

const isForPeople = (error: unknown): error is Error => problems.some((kind) => error instanceof kind);

async function act<Action extends OperatorAction>(
  request: RequestOf<Action>,
  place: MarketPlace,
): Promise<string> {
  const operatorId = operatingSystemUser();
  const address = await readOperatorAddress(place.dataFolder);
  const byServer = address === null ? null : await requestServer<Action>(address, { operatorId, request });
  return sentenceOf(request, byServer ?? (await actAlone(request, place, operatorId)));
}

async function actAlone<Action extends OperatorAction>(
  request: RequestOf<Action>,
  place: MarketPlace,
  operatorId: string,
): Promise<OperatorReplies[Action]> {
  const { dataFolder } = place;
  const noMarket = () =>
    new OperatorRejection(
      `There is no market in ${dataFolder} yet. Start the server once, or name the folder with --data.`,
    );
  if (!(await hasMarket(place))) throw noMarket();
  if (request.action === 'announce')
    throw new OperatorRejection(
      'No server runs on this folder, so nobody is signed in who could receive the announcement.',
    );
  const failures: Error[] = [];
  const market = await openMarketIn(place, {
    clock: realClock,
    onStopped: (cause) => failures.push(cause),
  });
  try {
    if (market.view.directory.businessDay === '') throw noMarket();
    const database = await openDatabaseIn(place, market.view);
    try {
      const { floor, view } = market;
      const clock = believing(realClock);
      const { accounts, signIns } = await openAccounts({ db: database.db, clock });
      const audit = await openAudit({
        ...place,
        epoch: market.journal.epoch,
        db: database.db,
        clock,
        // The server prunes.
        keptDays: Number.POSITIVE_INFINITY,
        onFailure: (error) => failures.push(error instanceof Error ? error : new Error(String(error))),
      });
      const operator = {
        floor,
        view,
        compareReferenceData: market.compareReferenceData,
        db: database.db,
        clock: realClock,
        accounts,
        signIns,
        audit,
        calendar: null,
        schedule: null,
        operatorId,
      };
      try {
        return await operate<Action>(operator, request);
      } finally {
        await audit.close();
      }
    } finally {
      await database.close();
    }
  } finally {
    await market.close();
  }
}
