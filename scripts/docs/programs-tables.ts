// Writes the tables of docs/programs.md: `npm run docs`. Names and numbers come from the wire and from the server's settings; the
// words are noted below, for each method and event, so that none can be added without them. The text around the tables is written
// in docs/programs.md itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultSettings } from '@openpit/signalr-server';
import { rememberedDays, type UnavailableCode } from '@openpit/venue';
import {
  type DataSet,
  type DataSetName,
  dataSetIds,
  dataSetPartSize,
  dataSets,
  defaultDisconnectSeconds,
  depthCellOf,
  type MarketHubEvent,
  type MarketHubMethod,
  marketChunkSize,
  marketHub,
  maxDepthRows,
  maxDisconnectSeconds,
  maxWatchedDepths,
  minDisconnectSeconds,
  subscribeBatchSize,
  userReads,
} from '@openpit/wire';
import { costOfCall, costOfInvocation } from '../../apps/server/limits/call-costs.ts';
import { defaultLimits } from '../../apps/server/limits/limits.ts';
import { root } from '../steps/repository.mjs';

const methods: Readonly<Record<MarketHubMethod, readonly [args: string, reply: string, what: string]>> = {
  SubscribeToGroups: [
    '`string[]`',
    '`{Status, Groups}`',
    'Joins `member`, `user` or `announcements`. A connection without `component` is already in all three.',
  ],
  SubscribeDepth: [
    '`displaySeq` or `displaySeq[]`',
    '`{Status, Unknown}`',
    'Watches the depth of these contracts **and of no others**: each call replaces the list, and an empty one ends it. The number is `displaySeq` of the market row.',
  ],
  SubscribeToStrike: [
    '`instrument`',
    '`{Status, Unknown}`',
    'Sends `NewStrikeAdded` for options and deltas that are added to the instrument.',
  ],
  SubscribeToDailyTrend: [
    '`contract`',
    '`{Status, Unknown}`',
    'Sends the figures of the day now and after each change.',
  ],
  DisconnectCheck: [
    'none',
    '`{Message}`',
    '`"True"` when the session is over and the client must sign in again, else `"False"`.',
  ],
  PublishAllData: [
    '`dataSetId, null`',
    'none',
    'Sends one data set whole, in the event that the table of data sets names. The call returns after its last message.',
  ],
  GetMarketDisplayChunks: [
    'none',
    'none',
    'Sends the rows of all contracts in chunks. **It subscribes to nothing**: `subscribed` says how many contracts are.',
  ],
  Subscribe: [
    '`contract[]`',
    '`{Status, Unknown}`',
    'Sends the whole rows of these contracts now, and from now on what changes in them. Adds to earlier calls.',
  ],
  Unsubscribe: ['`contract[]`', '`{Status, Unknown}`', 'Ends the changes of these contracts.'],
};

const events: Readonly<Record<MarketHubEvent, readonly [payload: string, what: string]>> = {
  onConnected: [
    '`{connectionId, epoch, serverTime}`',
    'First of all. A new `epoch` means that the server has started again.',
  ],
  InfoErrorMessage: ['`{message}`', 'A notice to the user.'],
  AnswersChanged: [
    '`{calls}`',
    'The paths of the calls whose answers have changed. Read those that you keep again, and all of them after a lost connection.',
  ],
  MarketAnnouncement: ['`{kind, message, …}`', 'Phases, halts, the end of the day, words of the operator.'],
  DepthSnapshot: [
    '`{DisplaySeq, DepthRows, seq}`',
    'The whole depth of a contract, also in the place of updates that a slow client missed.',
  ],
  DepthSnapshotUpdate: [
    '`{DisplaySeq, Updates, prev, seq}`',
    'What changed since `prev`. If that is not the last `seq`, call `SubscribeDepth` again.',
  ],
  MarketInit: ['`{epoch, count}`', 'How many contracts are listed.'],
  MarketDisplay: [
    '`{asOf, rows}`',
    'Changed fields of rows, by `contract`. **Empty rows are a heartbeat**, once a second, and say nothing about the market.',
  ],
  MarketDisplayChunk: [
    '`{index, of, subscribed, rows}`',
    'A part of the answer to `GetMarketDisplayChunks`.',
  ],
  MarketDisplayCompleted: ['`{count, subscribed, asOf}`', 'The last chunk was sent.'],
  NewStrikeAdded: [
    '`{rows}`',
    'Whole market rows of new options and deltas. Other new contracts come in `MarketDisplay`.',
  ],
  MTMInit: ['`{rows, epoch, asOf, part, more}`', 'Set 9, on request and after each valuation.'],
  ContractDateInit: ['`{rows, epoch, asOf, part, more}`', 'Set 4.'],
  InstrumentsInit: ['`{rows, epoch, asOf, part, more}`', 'Set 2: ticks, contract sizes, limits.'],
  DailyTrendsInit: ['`{rows, epoch, asOf, part, more}`', 'Set 12.'],
  DailyTrendUpdate: [
    '`{rows, asOf}`',
    'The day of a contract, at most once a second, and the closed day at its end.',
  ],
  DataSetInit: ['`{dataSetId, rows, epoch, asOf, part, more}`', 'Any other set, whole or a part of it.'],
  DataSetUpdate: [
    '`{dataSetId, rows, removed, epoch, prev, seq}`',
    'Rows that changed, whole, and the keys of those that are gone. Of set 9, the rows of new contracts; of sets 15 and 16, all rows when rates are set.',
  ],
  DownloadsCompleted: ['`"True"` or `"False"`', 'Whether the market takes commands now.'],
};

/** The status of each code, and the reaction that a program should have to it. */
const codes: Readonly<
  Record<
    | UnavailableCode
    | 'notSignedIn'
    | 'tooManyCalls'
    | 'requestIdReused'
    | 'requestTooOld'
    | 'outcomeTooOld'
    | 'outcomeElsewhere'
    | 'notFound'
    | 'orderNotFound',
    readonly [status: number, what: string]
  >
> = {
  notSignedIn: [401, 'Sign in again.'],
  tooManyCalls: [
    429,
    'Wait for `Retry-After` seconds, then send the same request again. This call has not reached the market, but an earlier one with its id may have.',
  ],
  venueBusy: [503, 'As `tooManyCalls`.'],
  venueInterrupted: [503, 'As `venueBusy`: the market has paused because its database cannot be written.'],
  outcomeUnknown: [
    503,
    'The command may have been written. Ask `ByRequestId`, or send the same request with the same id again.',
  ],
  venueStopped: [503, 'As `outcomeUnknown`, when the server is back.'],
  requestIdReused: [
    409,
    'A fault of the program: the id was used today for another command. Nothing has changed.',
  ],
  requestTooOld: [
    409,
    'The id was used on an earlier business day. Nothing has changed: look at your orders, then choose a new id.',
  ],
  outcomeTooOld: [
    409,
    'From `ByRequestId`: the command reached the market on an earlier day. Look at your orders and deals.',
  ],
  outcomeElsewhere: [
    409,
    'From `ByRequestId`: the id belongs to a command of another family. Ask the call that the message names.',
  ],
  notFound: [
    404,
    'From `ByRequestId`: the market has no record of the id. Send the command again with the same id.',
  ],
  orderNotFound: [422, 'The order has dealt or was deleted meanwhile. Set 6 says which.'],
};

const owners: Readonly<Record<DataSet['owner'], string>> = {
  market: 'everyone’s',
  dealers: 'your member’s; your own with own-only visibility',
  accounts: 'your member’s; none with own-only visibility',
};

const seconds = (ms: number) => `${ms / 1000} s`;
const many = (value: number) => value.toLocaleString('en-US');

const numbers: readonly (readonly [what: string, value: string])[] = [
  ['contracts in one `Subscribe` or `Unsubscribe`', many(subscribeBatchSize)],
  ['contracts whose depth one connection watches', many(maxWatchedDepths)],
  ['ranks of a depth', many(maxDepthRows)],
  ['rows in one `MarketDisplayChunk`', many(marketChunkSize)],
  ['rows in one message of `PublishAllData`', many(dataSetPartSize)],
  [
    'hub connections of a user (a new one takes the place of one that does not answer)',
    many(defaultSettings.connectionsPerUser),
  ],
  ['TCP connections of a user, HTTP and hub together', many(defaultLimits.connectionsPerUser)],
  [
    'hub invocations of a connection per second; burst',
    `${defaultSettings.invocationsPerSecond}; ${defaultSettings.invocationBurst}`,
  ],
  [
    'frames, messages and KiB that a connection sends per second; burst (above it the server reads slower)',
    `${many(defaultSettings.inputPerSecond)}; ${many(defaultSettings.inputBurst)}`,
  ],
  [
    'requests of a user per second that open a hub connection; burst',
    `${defaultLimits.hubOpeningsPerSecond}; ${defaultLimits.hubOpeningBurst}`,
  ],
  ['silence after which the server closes a connection', seconds(defaultSettings.clientTimeoutMs)],
  [
    'time without reading after which it closes one that has unread data',
    seconds(defaultSettings.stallTimeoutMs),
  ],
  ['unread bytes above which it closes one', many(defaultSettings.maxOrderedBytes)],
  ['pause after which the server sends a ping', seconds(defaultSettings.keepAliveMs)],
  ['time for which messages are gathered before they are sent', `${defaultSettings.flushIntervalMs} ms`],
  ['bytes of one message of a client', many(defaultSettings.maxMessageBytes)],
  [
    'reads and invocations of a user per second, and separately orders; burst',
    `${defaultLimits.callsPerSecond}; ${defaultLimits.callBurst}`,
  ],
  [
    'deletes and suspends of a user per second; burst',
    `${defaultLimits.leavingPerSecond}; ${many(defaultLimits.leavingBurst)}`,
  ],
  [
    'rejected orders of a user per minute, and separately rejected deletes and suspends; burst',
    `${defaultLimits.rejectionsPerMinute}; ${defaultLimits.rejectionBurst}`,
  ],
  [
    'cost of expensive calls of a user per second; burst',
    `${defaultLimits.expensivePerSecond}; ${defaultLimits.expensiveBurst}`,
  ],
  ['business days before today whose request ids are recognised', many(rememberedDays)],
  [
    'seconds without activity before orders are suspended, if the user wants that',
    `${defaultDisconnectSeconds}; ${minDisconnectSeconds} to ${many(maxDisconnectSeconds)} by choice`,
  ],
];

const tables: Readonly<Record<string, () => readonly string[]>> = {
  methods: () => [
    '| method | arguments | reply | what it does | cost |',
    '|---|---|---|---|---|',
    ...(Object.keys(marketHub.methods) as MarketHubMethod[]).map((name) => {
      const [args, reply, summary] = methods[name];
      return `| \`${name}\` | ${args} | ${reply} | ${summary} | ${costOfInvocation(name)} |`;
    }),
  ],
  events: () => [
    '| event | payload | meaning |',
    '|---|---|---|',
    ...(Object.keys(marketHub.events) as MarketHubEvent[]).map((name) => {
      const [payload, summary] = events[name];
      return `| \`${name}\` | ${payload} | ${summary} |`;
    }),
  ],
  sets: () => [
    '| number | set | key | rows | event | changes |',
    '|---|---|---|---|---|---|',
    ...(Object.entries(dataSetIds) as [DataSetName, number][]).map(([name, id]) => {
      const set = (dataSets as Partial<Record<DataSetName, DataSet>>)[name];
      if (set === undefined) return `| ${id} | \`${name}\` | | no rows yet | \`DataSetInit\` | |`;
      const changes = set.owner === 'market' && set.isLive !== true ? 'on request' : 'pushed';
      return `| ${id} | \`${name}\` | \`${set.key}\` | ${owners[set.owner]} | \`${set.initEvent}\` | ${changes} |`;
    }),
  ],
  updates: () => [
    '| update type | sets |',
    '|---|---|',
    '| 0 | clears the row |',
    ...Object.entries(depthCellOf).map(([type, cell]) => `| ${type} | \`${cell}\` |`),
  ],
  numbers: () => [
    '| number | value |',
    '|---|---|',
    ...numbers.map(([name, value]) => `| ${name} | ${value} |`),
  ],
  costs: () => [
    '| call | cost |',
    '|---|---|',
    ...Object.values(userReads)
      .map(({ path }) => path)
      .filter((path) => costOfCall(path) > 0)
      .map((path) => `| \`${path}\` | ${costOfCall(path)} |`),
  ],
  codes: () => [
    '| code | status | what to do |',
    '|---|---|---|',
    ...Object.entries(codes).map(([code, [status, meaning]]) => `| \`${code}\` | ${status} | ${meaning} |`),
  ],
};

/** The codes of the table, with their statuses. */
export const programCodes = Object.entries(codes).map(([code, [status]]) => ({ code, status }));

/** The page with its tables written again; the text between them stays as it is. */
export const programsPage = (page: string): string =>
  page.replace(/(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_all, start, name, end) => {
    const table = tables[name];
    if (table === undefined)
      throw new Error(`docs/programs.md asks for the table "${name}", which does not exist.`);
    return [start, ...table(), '', end].join('\n');
  });

export const tableNames = Object.keys(tables);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = join(root, 'docs', 'programs.md');
  writeFileSync(path, programsPage(readFileSync(path, 'utf8')));
}
