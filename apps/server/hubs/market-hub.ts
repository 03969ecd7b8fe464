// The market hub at `/market` (HUB-1 to 3): lets signed-in users in, answers what they invoke, and joins each connection
// to the groups from which it may hear. What is said to those groups is in market-feed.ts.
import { HubError, type HubRequest, type HubServer } from '@openpit/signalr-server';
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
import type { MarketServer } from '../market-server.ts';
import { dataSetAnswer } from './data-set-answers.ts';
import { DepthWatch } from './depth-watch.ts';
import {
  announcementsGroup,
  askedGroup,
  contractGroup,
  depthGroup,
  feedGroup,
  ownGroup,
  strikesGroup,
  trendGroup,
  userGroup,
} from './group-names.ts';
import { hubUserOf, viewerOf } from './hub-user.ts';
import { doneInSlices } from './in-slices.ts';

/** The most contracts that one connection may hear of. */
const maxSubscriptions = 12_000;

export type MarketHub = ReturnType<typeof createMarketHub>;

/** Told of each connection that begins and ends. */
export interface Presence {
  connected(userId: string): void;
  disconnected(userId: string): void;
}

export function createMarketHub(server: MarketServer, hubServer: HubServer, onPresence?: Presence) {
  const { projections, accounts, epoch, clock } = server;
  const { directory, depth, market } = projections;
  const depthWatch = new DepthWatch();

  const stopWatching = (displaySeqs: Iterable<number>) => {
    for (const displaySeq of displaySeqs) {
      const contract = directory.contractOfDisplaySeq(displaySeq)?.contract;
      if (contract !== undefined && depthWatch.remove(contract)) depth.close(contract);
    }
  };

  /** Rows that nobody watches are worked out when they are asked for. */
  const rowsInSlices = async (contracts: readonly string[]): Promise<MarketRow[]> => {
    const rows: MarketRow[] = [];
    await doneInSlices(function* () {
      for (const contract of contracts) {
        const row = market.row(contract);
        if (row !== undefined) rows.push(row);
        yield;
      }
    });
    return rows;
  };

  const hub = hubServer.hub(marketHubPath, marketHub, {
    authenticate: ({ token }: HubRequest) => hubUserOf(token, server),
    createItems: () => ({ depth: new Set<number>(), contracts: new Set<string>() }),
    handlers: {
      onConnected(context) {
        const { user } = context;
        context.send('onConnected', { connectionId: context.connectionId, epoch, serverTime: clock.now() });
        context.send('DownloadsCompleted', 'True');
        const component = componentOf(context.query.get('component'));
        // The market connection hears what concerns its user and member; a screen's own connection hears prices only.
        if (component === null || component === 'All') {
          context.groups.join(userGroup(user.userId));
          const viewer = viewerOf(user.userId, projections);
          if (viewer.member !== '') context.groups.join(ownGroup(viewer));
          context.groups.join(announcementsGroup);
        }
        onPresence?.connected(user.userId);
        context.groups.join(feedGroup);
        context.send('MarketInit', { epoch, count: directory.tradedContracts().length });
      },

      onDisconnected(context) {
        stopWatching(context.items.depth);
        onPresence?.disconnected(context.user.userId);
      },

      methods: {
        SubscribeToGroups(context, names) {
          const viewer = viewerOf(context.user.userId, projections);
          const asked = names.map((name) =>
            askedGroup(name, viewer, (code) => directory.instrument(code) !== undefined),
          );
          for (const group of asked) context.groups.join(group);
          return { Status: 'Success', Groups: names } as const;
        },

        SubscribeDepth(context, displaySeqs) {
          const wanted = [...new Set(displaySeqs)];
          const known = wanted.filter(
            (displaySeq) => directory.contractOfDisplaySeq(displaySeq) !== undefined,
          );
          for (const displaySeq of context.items.depth) context.groups.leave(depthGroup(displaySeq));
          const before = context.items.depth;
          context.items.depth = new Set(known);
          for (const displaySeq of known) {
            const contract = directory.contractOfDisplaySeq(displaySeq)?.contract ?? '';
            depthWatch.add(contract);
            const { rows, seq } = depth.open(contract, directory.disclosesMembers);
            context.groups.join(depthGroup(displaySeq));
            context.send('DepthSnapshot', { DisplaySeq: displaySeq, DepthRows: rows, seq });
          }
          stopWatching(before);
          const unknown = wanted.filter((displaySeq) => !known.includes(displaySeq));
          return { Status: 'Success', Unknown: unknown.map(String) } as const;
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
          const rows = projections.dailyFigures.trendOfToday(contract, directory.businessDay);
          context.send('DailyTrendUpdate', { rows, asOf: projections.lastSeq });
          return { Status: 'Success', Unknown: [] } as const;
        },

        // A session that is over never gets as far as this: its connections are closed. The answer is for the client
        // whose session ends between two messages.
        async DisconnectCheck(context) {
          const isOpen = await accounts.isSessionOpen(context.user.sessionId);
          return { Message: isOpen ? 'False' : 'True' } as const;
        },

        async PublishAllData(context, dataSetId) {
          if (dataSetNameOf(dataSetId) === undefined)
            throw new HubError(`There is no data set ${dataSetId}.`);
          // A day's orders may be longer than all that may wait for a client.
          await context.whenWritable();
          const viewer = viewerOf(context.user.userId, projections);
          const answer = dataSetAnswer(dataSetId, { projections, viewer, epoch });
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
          const asOf = projections.lastSeq;
          const names = directory.tradedContracts().map(({ contract }) => contract);
          const of = Math.ceil(names.length / marketChunkSize);
          for (let index = 0; index < of; index += 1) {
            await context.whenWritable();
            const from = index * marketChunkSize;
            const rows = await rowsInSlices(names.slice(from, from + marketChunkSize));
            if (context.signal.aborted) return;
            context.send('MarketDisplayChunk', { index, of, rows });
          }
          context.send('MarketDisplayCompleted', { count: names.length, asOf });
        },

        Subscribe(context, contracts) {
          const known = contracts.filter((contract) => directory.contract(contract) !== undefined);
          const heard = new Set([...context.items.contracts, ...known]);
          if (heard.size > maxSubscriptions)
            throw new HubError(
              `A connection hears of at most ${maxSubscriptions} contracts. Unsubscribe from some first, ${subscribeBatchSize} at a time.`,
            );
          context.items.contracts = heard;
          for (const contract of known) context.groups.join(contractGroup(contract));
          // Whole rows first: what follows are changes, and a change means nothing to who has not the row before it.
          const rows = known.map((contract) => market.row(contract)).filter((row) => row !== undefined);
          if (rows.length > 0) context.send('MarketDisplay', { asOf: projections.lastSeq, rows });
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

function componentOf(text: string | null): ConnectionComponent | null {
  return connectionComponents.find((component) => component === text) ?? null;
}
