// `npm run admin -- …`: the operator's command line. It sends the request to the running server. If no server is running, it
// opens the journal itself. If another process holds the journal, it names that process.
import { type MarketPlace, messageOf } from '@openpit/storage';
import { GatewayUnavailable } from '@openpit/venue';
import { openAudit } from '../audit/open-audit.ts';
import { openAuth } from '../auth/open-auth.ts';
import { trustingClock } from '../clock/trusted-clock.ts';
import { hasMarket, openDatabaseIn, openMarketIn } from '../data-folder.ts';
import { HistoryUnavailable } from '../history/history.ts';
import { operatingSystemUser } from '../operating-system-user.ts';
import { asSentence, operatorSentence } from '../options/operator-sentence.ts';
import { versionText } from '../options/options.ts';
import { readText } from '../read-files.ts';
import { realClock } from '../schedule/real-clock.ts';
import { reportRecovery } from '../sequencer/recovery-report.ts';
import { operatorUsage, readArguments } from './cli-arguments.ts';
import { OperatorRejection, thenClosed } from './operator-action.ts';
import { type OperatorRequest, operate } from './operator-actions.ts';
import { requestServer } from './operator-client.ts';
import { readOperatorAddress } from './operator-key.ts';

/** Errors of this command line whose message its user can act on. */
const problems = [OperatorRejection, HistoryUnavailable, GatewayUnavailable];

/** Runs one action and prints its result; resolves with the exit code. */
export async function runOperatorCli(argv: readonly string[]): Promise<number> {
  const warnings: string[] = [];
  try {
    const { action, place } = readArguments(argv);
    if (action === 'help') console.log(operatorUsage);
    else if (action === 'version') console.log(versionText);
    else if ('runHere' in action) console.log(await action.runHere((line) => console.error(line)));
    else console.log(await act(await withFileText(action.request), place, (line) => warnings.push(line)));
    return 0;
  } catch (error) {
    const sentence = operatorSentence(error, problems);
    if (sentence === null) throw error;
    console.error(sentence);
    return 1;
  } finally {
    for (const warning of warnings) console.error(warning);
  }
}

/** Adds the text of the file that a request names; other requests are unchanged. Throws OperatorRejection. */
export async function withFileText(request: OperatorRequest): Promise<OperatorRequest> {
  if (!('text' in request)) return request;
  const fail = (sentence: string) => new OperatorRejection(sentence);
  return { ...request, text: await readText(request.file, `The reference data ${request.file}`, fail) };
}

type Warn = (sentence: string) => void;

/** Returns the sentence to print. */
async function act(request: OperatorRequest, place: MarketPlace, warn: Warn): Promise<string> {
  const operatorId = operatingSystemUser();
  const address = await readOperatorAddress(place.dataFolder);
  const byServer = address === null ? null : await requestServer(address, { operatorId, request });
  return byServer ?? (await actAlone(request, place, { operatorId, warn }));
}

async function actAlone(
  request: OperatorRequest,
  place: MarketPlace,
  { operatorId, warn }: { readonly operatorId: string; readonly warn: Warn },
): Promise<string> {
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
  const warnOf = (what: string) => (error: unknown) =>
    warn(`${what} ${operatorSentence(error, problems) ?? asSentence(messageOf(error))}`);
  const market = await openMarketIn(place, {
    clock: realClock,
    onStopped: warnOf('The market has stopped.'),
  });
  reportRecovery(market.recovered, (_level, notice) => warn(notice));
  return await thenClosed(market, warn, async () => {
    if (market.view.directory.businessDay === '') throw noMarket();
    const database = await openDatabaseIn(place, market.view);
    return await thenClosed(database, warn, async () => {
      const { gateway, view } = market;
      const clock = trustingClock(realClock);
      const { sessions, signIns } = await openAuth({ db: database.db, clock });
      const audit = await openAudit({
        ...place,
        epoch: market.journal.epoch,
        db: database.db,
        clock,
        // Only the server prunes.
        keptDays: Number.POSITIVE_INFINITY,
        onFailure: warnOf('The audit log cannot be written.'),
      });
      if (audit.loss !== null) warn(audit.loss);
      const operator = {
        gateway,
        view,
        ...market.queries,
        db: database.db,
        clock: realClock,
        sessions,
        signIns,
        audit,
        calendar: null,
        schedule: null,
        operatorId,
      };
      return await thenClosed(audit, warn, () => operate(operator, request));
    });
  });
}
