// The market hub at `/market` (HUB-1 to 3): authenticates connections, answers invocations, and adds each connection to the
// groups whose messages it may receive. market-feed.ts sends the messages.
import type { FeedSource } from '@openpit/projections';
import { HubError, type HubRequest, type HubServer, TooManyRequestsError } from '@openpit/signalr-server';
import {
  type ConnectionComponent,
  connectionComponents,
  dataSetNameOf,
  type MarketRow,
  marketChunkSize,
  marketHub,
  marketHubPath,
  subscribeBatchSize,
} from '@openpit/wire';
import { costOfInvocation } from '../limits/call-costs.ts';
import type { Connections } from '../limits/connections.ts';
import { doneInSlices } from '../limits/in-slices.ts';
import { pauseFor, pauseInvocation, waitUnlessAborted } from '../limits/pause.ts';
import { type Excess, excessSentence, type UserLimits } from '../limits/user-limits.ts';
import type { MarketServer } from '../market-server.ts';
import { dataSetAnswer } from './data-set-answers.ts';
import { DepthWatch } from './depth-watch.ts';
import {
  announcementsGroup,
  contractGroup,
  depthGroup,
  feedGroup,
  memberGroup,
  requestedGroup,
  strikesGroup,
  trendGroup,
  userGroup,
} from './group-names.ts';
import { hubUserOf, viewerOf } from './hub-user.ts';

/** Snapshots of depths that are sent before the client must have read some. */
const depthsAtOnce = 50;
/** The most contracts that one connection may subscribe to. */
const maxSubscriptions = 12_000;

export type MarketHub = ReturnType<typeof createMarketHub>;

/** Notified of each connection that opens and closes, and of activity that the hub does not see. */
export interface PresenceListener {
  /** A request of a connection without WebSockets. */
  heard(userId: string): void;
  connected(userId: string): void;
  /** `silentMs`: since the last activity on the connection. */
  disconnected(userId: string, silentMs: number): void;
}

export interface MarketHubParts {
  readonly hubServer: HubServer;
  /** Whether the venue takes commands now. */
  readonly takesCommands: () => boolean;
  readonly presence: PresenceListener;
  readonly limits: { readonly users: UserLimits; readonly connections: Connections };
}

export function createMarketHub(
  { accounts, epoch, clock }: Pick<MarketServer, 'accounts' | 'epoch' | 'clock'>,
  source: FeedSource,
  { hubServer, takesCommands, presence, limits }: MarketHubParts,
) {
  const { directory, depth, market } = source;
  const depthWatch = new DepthWatch();

  const stopWatching = (displaySeqs: Iterable<number>) => {
    for (const displaySeq of displaySeqs) {
      const contract = directory.contractOfDisplaySeq(displaySeq)?.contract;
      if (contract !== undefined && depthWatch.remove(contract)) depth.close(contract);
    }
  };

  /** Rows that nobody watches are computed on request. */
  const rowsInSlices = async (contracts: readonly string[], userId: string): Promise<MarketRow[]> => {
    const rows: MarketRow[] = [];
    await doneInSlices(
      function* () {
        for (const contract of contracts) {
          const row = market.row(contract);
          if (row !== undefined) rows.push(row);
          yield;
        }
      },
      () => limits.users.turns.next(userId),
    );
    return rows;
  };

  const hub = hubServer.hub(marketHubPath, marketHub, {
    authenticate: async ({ token, socket, stage }: HubRequest) => {
      const user = await hubUserOf(token, accounts);
      if (user === null) return null;
      limits.connections.signedIn(socket, user.userId);
      presence.heard(user.userId);
      // Each message to a client without WebSockets is answered with another poll.
      const excess = stage === 'poll' ? 0 : limits.users.call(user.userId, 0);
      if (typeof excess === 'number') return user;
      await pauseFor(excess, socket);
      throw new TooManyRequestsError(excessSentence(excess), excess.retryAfterSeconds);
    },
    createItems: () => ({ depth: new Set<number>(), contracts: new Set<string>() }),
    handlers: {
      onConnected(context) {
        const { user } = context;
        context.send('onConnected', { connectionId: context.connectionId, epoch, serverTime: clock.now() });
        context.send('DownloadsCompleted', takesCommands() ? 'True' : 'False');
        const component = componentOf(context.query.get('component'));
        // The market connection receives what concerns its user and member; a connection for one screen receives prices only.
        if (component === null || component === 'All') {
          context.groups.join(userGroup(user.userId));
          const viewer = viewerOf(user.userId, source);
          if (viewer.member !== '') context.groups.join(memberGroup(viewer));
          context.groups.join(announcementsGroup);
        }
        presence.connected(user.userId);
        context.groups.join(feedGroup);
        context.send('MarketInit', { epoch, count: directory.listedContracts().length });
      },

      onDisconnected(context, error) {
        stopWatching(context.items.depth);
        // A client that says goodbye is there until then.
        presence.disconnected(context.user.userId, error === null ? 0 : context.silentMs);
      },

      beforeInvocation(context, method) {
        const { userId } = context.user;
        accounts.used(context.user);
        const wait = limits.users.invocation(userId, costOfInvocation(method));
        if (wait === 0) return limits.users.turns.next(userId);
        return waitOrReject({ signal: context.signal, close: (why) => context.close(why) }, wait);
      },

      methods: {
        SubscribeToGroups(context, names) {
          const viewer = viewerOf(context.user.userId, source);
          const groups = names.map((name) => requestedGroup(name, viewer));
          for (const group of groups) context.groups.join(group);
          return { Status: 'Success', Groups: names } as const;
        },

        async SubscribeDepth(context, displaySeqs) {
          const wanted = new Set(displaySeqs);
          if (wanted.size > depthsAtOnce) {
            const { signal } = context;
            const wait = limits.users.invocation(context.user.userId, Math.ceil(wanted.size / depthsAtOnce));
            await waitOrReject({ signal, close: (why) => context.close(why) }, wait);
          }
          const watched = context.items.depth;
          for (const displaySeq of watched) {
            context.groups.leave(depthGroup(displaySeq));
            if (wanted.has(displaySeq)) continue;
            watched.delete(displaySeq);
            stopWatching([displaySeq]);
          }
          const unknown: string[] = [];
          const sendDepths = function* (some: readonly number[]) {
            for (const displaySeq of some) {
              // A connection that has ended watches nothing any more.
              if (context.signal.aborted) return;
              const contract = directory.contractOfDisplaySeq(displaySeq)?.contract;
              if (contract === undefined) unknown.push(String(displaySeq));
              else {
                if (!watched.has(displaySeq)) depthWatch.add(contract);
                watched.add(displaySeq);
                const { rows, seq } = depth.open(contract, directory.disclosesMembers);
                context.groups.join(depthGroup(displaySeq));
                context.send('DepthSnapshot', { DisplaySeq: displaySeq, DepthRows: rows, seq });
              }
              yield;
            }
          };
          const all = [...wanted];
          for (let from = 0; from < all.length; from += depthsAtOnce) {
            // The snapshots of the whole market are larger than a connection's outbound buffer.
            if (from > 0) await context.whenWritable();
            const some = all.slice(from, from + depthsAtOnce);
            await doneInSlices(
              () => sendDepths(some),
              () => limits.users.turns.next(context.user.userId),
            );
          }
          return { Status: 'Success', Unknown: unknown } as const;
        },

        SubscribeToStrike(context, instrument) {
          if (directory.instrument(instrument) === undefined)
            return { Status: 'Success', Unknown: [instrument] } as const;
          context.groups.join(strikesGroup(instrument));
          return { Status: 'Success', Unknown: [] } as const;
        },

        SubscribeToDailyTrend(context, contract) {
          if (directory.contract(contract) === undefined)
            return { Status: 'Success', Unknown: [contract] } as const;
          context.groups.join(trendGroup(contract));
          const rows = source.dailyFigures.trendOfToday(contract, directory.businessDay);
          context.send('DailyTrendUpdate', { rows, asOf: source.lastSeq });
          return { Status: 'Success', Unknown: [] } as const;
        },

        // When a session ends its connections are closed. The answer is for a client whose session ends between two messages.
        async DisconnectCheck(context) {
          const isOpen = await accounts.isSessionOpen(context.user.sessionId);
          return { Message: isOpen ? 'False' : 'True' } as const;
        },

        async PublishAllData(context, dataSetId) {
          const name = dataSetNameOf(dataSetId);
          if (name === undefined) throw new HubError(`There is no data set ${dataSetId}.`);
          // A day's orders may be larger than a connection's outbound buffer.
          await context.whenWritable();
          const viewer = viewerOf(context.user.userId, source);
          const answer = dataSetAnswer(name, { view: source, viewer, epoch });
          switch (answer.event) {
            case 'InstrumentsInit':
              return context.send(answer.event, answer.payload);
            case 'ContractDateInit':
              return context.send(answer.event, answer.payload);
            case 'MTMInit':
              return context.send(answer.event, answer.payload);
            case 'DailyTrendsInit':
              return context.send(answer.event, answer.payload);
            case 'DataSetInit':
              return context.send(answer.event, answer.payload);
          }
        },

        async GetMarketDisplayChunks(context) {
          const asOf = source.lastSeq;
          const names = directory.listedContracts().map(({ contract }) => contract);
          const of = Math.ceil(names.length / marketChunkSize);
          for (let index = 0; index < of; index += 1) {
            await context.whenWritable();
            const from = index * marketChunkSize;
            const rows = await rowsInSlices(names.slice(from, from + marketChunkSize), context.user.userId);
            if (context.signal.aborted) return;
            const subscribed = context.items.contracts.size;
            context.send('MarketDisplayChunk', { index, of, subscribed, rows });
          }
          const subscribed = context.items.contracts.size;
          context.send('MarketDisplayCompleted', { count: names.length, subscribed, asOf });
        },

        Subscribe(context, contracts) {
          const known = contracts.filter((contract) => directory.contract(contract) !== undefined);
          const subscribed = new Set([...context.items.contracts, ...known]);
          if (subscribed.size > maxSubscriptions)
            throw new HubError(
              `A connection can subscribe to at most ${maxSubscriptions} contracts. Unsubscribe from some first, ${subscribeBatchSize} at a time.`,
            );
          context.items.contracts = subscribed;
          for (const contract of known) context.groups.join(contractGroup(contract));
          // Complete rows first, because what follows are changes to them.
          const rows = known.map((contract) => market.row(contract)).filter((row) => row !== undefined);
          if (rows.length > 0) context.send('MarketDisplay', { asOf: source.lastSeq, rows });
          const unknown = contracts.filter((contract) => directory.contract(contract) === undefined);
          return { Status: 'Success', Unknown: unknown } as const;
        },

        Unsubscribe(context, contracts) {
          for (const contract of contracts) {
            context.items.contracts.delete(contract);
            context.groups.leave(contractGroup(contract));
          }
          const unknown = contracts.filter((contract) => directory.contract(contract) === undefined);
          return { Status: 'Success', Unknown: unknown } as const;
        },
      },
    },
  });
  return hub;
}

/** Rejects with HubError. Until it is done, nothing more is read from the client than `maxWaitingInvocations`. */
async function waitOrReject(
  { signal, close }: { readonly signal: AbortSignal; close(options: { readonly error: string }): void },
  wait: number | Excess,
): Promise<void> {
  if (typeof wait === 'number') return waitUnlessAborted(wait, signal);
  await pauseInvocation(wait, signal);
  const sentence = excessSentence(wait);
  if (wait.measure === 'close') close({ error: sentence });
  throw new HubError(sentence);
}

function componentOf(text: string | null): ConnectionComponent | null {
  return connectionComponents.find((component) => component === text) ?? null;
}
