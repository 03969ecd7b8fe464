// `npm run admin -- …`: the operator's command line. It sends the action to the running server. Without one it opens the journal
// itself; when another process holds the journal it says which.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DataFolderError, JournalDamagedError, JournalHeldError, openDatabase } from '@openpit/storage';
import { contractGroups } from '@openpit/venue';
import { databaseFile, hasMarket, openMarketIn } from '../data-folder.ts';
import { HistoryUnavailable } from '../history/history.ts';
import { realClock } from '../schedule/real-clock.ts';
import { RecoveryError } from '../sequencer/recovery-error.ts';
import { rebuildHistory } from './history-command.ts';
import { operatingSystemUser } from './operating-system-user.ts';
import { type OperatorReplies, operate } from './operator-actions.ts';
import { type OperatorAddress, readOperatorAddress } from './operator-key.ts';
import { OperatorRejection } from './operator-parts.ts';
import {
  type OperatorAction,
  type OperatorRequest,
  operatorRequest,
  type RequestOf,
} from './operator-requests.ts';
import { type OperatorBody, operatorPath } from './operator-routes.ts';
import { sentenceOf } from './operator-sentences.ts';

export const operatorUsage = `Usage: npm run admin -- <action> [--data FOLDER]

  grant USER FLAG…      grant permissions; USER is an e-mail address or a user id,
                        FLAG a permission, or all, dealer, back-office
  revoke USER FLAG…     revoke permissions
  scope USER HOW        what a dealer sees and acts on: member (all orders and deals of
                        the member) or own (only those of the dealer)
  announce WORDS…       announce to everyone who is signed in
  phase PHASE [GROUP…]  begin a phase: closed, preOpen, continuous, admin, delivery;
                        for deliveryMonth, other, world, or for all groups
  halt INSTRUMENT WHY…  accept no orders in an instrument; the reason is announced
  resume INSTRUMENT     end a halt
  widen-limits INSTRUMENT BAND
                        today's price limits: this many rand either side of the last MTM
  self-match HOW        reject or allow orders that would match an own one
  cancel-deal N WHY…    cancel an error trade by its number; both sides see the reason
  reprice-deal N PRICE WHY…
                        give an error trade another price
  end-of-day            go through the checklist and end the business day: open orders
                        expire and everyone is signed out; --force "WHY" ends it with
                        points open
  users                 list the users and their permissions
  history rebuild       rebuild candles, past deals and past orders from the outcome log

  --data FOLDER         the data folder of the server (default ./data)`;

/** Runs one action and prints its result; resolves with the exit code. */
export async function runOperatorCli(argv: readonly string[]): Promise<number> {
  try {
    const { request, dataFolder } = readArguments(argv);
    if (request === 'rebuildHistory') {
      console.log(await rebuildHistory(dataFolder, (line) => console.error(line)));
      return 0;
    }
    if (request === null) console.log(operatorUsage);
    else console.log(await act(request, dataFolder));
    return 0;
  } catch (error) {
    if (!isForPeople(error)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Errors whose message a user can act on. */
const problems = [
  OperatorRejection,
  JournalHeldError,
  DataFolderError,
  JournalDamagedError,
  RecoveryError,
  HistoryUnavailable,
];

function isForPeople(error: unknown): error is Error {
  return problems.some((kind) => error instanceof kind);
}

function readArguments(argv: readonly string[]): {
  request: OperatorRequest | 'rebuildHistory' | null;
  dataFolder: string;
} {
  const { values, positionals } = parsed(argv);
  const dataFolder = resolve(values.data ?? 'data');
  const [action, ...rest] = positionals;
  if (values.help === true || action === undefined) return { request: null, dataFolder };
  switch (action) {
    case 'grant':
    case 'revoke': {
      const [user, ...flags] = rest;
      if (user === undefined || flags.length === 0)
        throw new OperatorRejection(
          `${action} needs a user and at least one permission.\n\n${operatorUsage}`,
        );
      return { request: { action, user, flags }, dataFolder };
    }
    case 'scope':
      return { request: asked({ action, user: rest[0], scope: rest[1] }), dataFolder };
    case 'announce':
      if (rest.join(' ').trim() === '')
        throw new OperatorRejection(`announce needs words.\n\n${operatorUsage}`);
      return { request: { action, message: rest.join(' ') }, dataFolder };
    case 'phase': {
      const [phase, ...groups] = rest;
      return {
        request: asked({ action, phase, groups: groups.length === 0 ? [...contractGroups] : groups }),
        dataFolder,
      };
    }
    case 'halt':
      return { request: asked({ action, instrument: rest[0], reason: rest.slice(1).join(' ') }), dataFolder };
    case 'resume':
      return { request: asked({ action, instrument: rest[0] }), dataFolder };
    case 'widen-limits':
      return { request: asked({ action, instrument: rest[0], band: Number(rest[1]) }), dataFolder };
    case 'self-match':
      return { request: asked({ action, selfMatch: rest[0] }), dataFolder };
    case 'cancel-deal':
      return {
        request: asked({ action, matchSeq: Number(rest[0]), reason: rest.slice(1).join(' ') }),
        dataFolder,
      };
    case 'reprice-deal': {
      const [deal, price, ...words] = rest;
      return {
        request: asked({ action, matchSeq: Number(deal), price: Number(price), reason: words.join(' ') }),
        dataFolder,
      };
    }
    case 'end-of-day':
      if (rest.length > 0)
        throw new OperatorRejection(`${action} takes nothing else, not "${rest.join(' ')}".`);
      return {
        request: asked({ action, ...(values.force === undefined ? {} : { force: values.force }) }),
        dataFolder,
      };
    case 'users':
      if (rest.length > 0)
        throw new OperatorRejection(`${action} takes nothing else, not "${rest.join(' ')}".`);
      return { request: { action }, dataFolder };
    case 'history':
      if (rest.join(' ') !== 'rebuild')
        throw new OperatorRejection(`history takes "rebuild", not "${rest.join(' ')}".`);
      return { request: 'rebuildHistory', dataFolder };
    default:
      throw new OperatorRejection(`There is no action "${action}".\n\n${operatorUsage}`);
  }
}

/** The request, checked as the server checks it. Throws OperatorRejection that names what is missing or wrong. */
function asked(wanted: Readonly<Record<string, unknown>>): OperatorRequest {
  const result = operatorRequest.safeParse(wanted);
  if (result.success) return result.data;
  const why = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
  throw new OperatorRejection(`${String(wanted.action)} cannot be understood.\n${why}\n\n${operatorUsage}`);
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { data: { type: 'string' }, force: { type: 'string' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    throw new OperatorRejection(
      `${error instanceof Error ? error.message : String(error)}\n\n${operatorUsage}`,
    );
  }
}

async function act<Action extends OperatorAction>(
  request: RequestOf<Action>,
  dataFolder: string,
): Promise<string> {
  const operatorId = operatingSystemUser();
  const address = await readOperatorAddress(dataFolder);
  const byServer = address === null ? null : await askServer<Action>(address, { operatorId, request });
  return sentenceOf(request, byServer ?? (await actAlone(request, { dataFolder, operatorId })));
}

/** The reply of the running server; null when none answers at the address, as after kill -9. */
async function askServer<Action extends OperatorAction>(
  { url, token }: OperatorAddress,
  body: OperatorBody,
): Promise<OperatorReplies[Action] | null> {
  let reply: Response;
  try {
    reply = await fetch(new URL(operatorPath, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  } catch {
    // The address is left over from a server that was killed.
    return null;
  }
  // Another program may have taken the port of a server that was killed; it does not know the token.
  if (reply.status === 404) return null;
  const answer: unknown = await reply.json();
  // Only the server of this data folder knows the token, and it answers as it is typed.
  if (reply.ok) return answer as OperatorReplies[Action];
  const { message = `The server answered ${reply.status}.` } = answer as { message?: string };
  throw new OperatorRejection(message);
}

async function actAlone<Action extends OperatorAction>(
  request: RequestOf<Action>,
  { dataFolder, operatorId }: { readonly dataFolder: string; readonly operatorId: string },
): Promise<OperatorReplies[Action]> {
  const noMarket = () =>
    new OperatorRejection(
      `There is no market in ${dataFolder} yet. Start the server once, or name the folder with --data.`,
    );
  if (!hasMarket(dataFolder)) throw noMarket();
  if (request.action === 'announce')
    throw new OperatorRejection(
      'No server runs on this folder, so nobody is signed in who could receive the announcement.',
    );
  const failures: Error[] = [];
  const market = await openMarketIn(dataFolder, {
    clock: realClock,
    onStopped: (cause) => failures.push(cause),
  });
  try {
    if (market.view.directory.businessDay === '') throw noMarket();
    const database = await openDatabase(databaseFile(dataFolder));
    try {
      const { floor, view } = market;
      const operator = { floor, view, db: database.db, clock: realClock, calendar: null, operatorId };
      return await operate<Action>(operator, request);
    } finally {
      await database.close();
    }
  } finally {
    await market.close();
  }
}
