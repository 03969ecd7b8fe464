// The market hub at `/market` (HUB-1 to 3). It authenticates connections, limits their invocations, passes methods to the market,
// and publishes the market's feed.

import {
  createMarketFeed,
  createMarketHubMethods,
  depthsAtOnce,
  type FeedHub,
  heartbeatMs,
  InvocationRejected,
  type MarketConnection,
  type MarketFeed,
  type MarketHubMethods,
  newSubscriptions,
  pollMs,
  type Subscriptions,
} from '@openpit/market';
import type { FeedSource } from '@openpit/projections';
import {
  type HubContext,
  HubError,
  type HubHandlers,
  type HubMessage,
  type HubRequest,
  type HubServer,
  TooManyRequestsError,
} from '@openpit/signalr-server';
import { marketHub, marketHubPath } from '@openpit/wire';
import type { Sessions } from '../auth/sessions.ts';
import { doneInSlices, inSlices } from '../in-slices.ts';
import { costOfInvocation } from '../limits/call-costs.ts';
import type { Connections } from '../limits/connections.ts';
import { pauseFor, pauseInvocation, waitUnlessAborted } from '../limits/pause.ts';
import { type Excess, excessSentence, type UserLimits } from '../limits/user-limits.ts';
import type { MarketServer } from '../market-server.ts';

interface MarketHubUser {
  readonly userId: string;
  readonly sessionId: string;
  /** Epoch milliseconds at which the connection closes. */
  readonly expiresAt: number;
}

/**
 * How long connections outlive their token. The token expires when the schedule ends the business day, but the announcement that
 * signs users out (AUTH-10) follows only once the day has been cleared. New calls and connections need a valid token.
 */
const afterTokenMs = 60_000;

/** The user of a token with an open session, otherwise null. */
async function hubUserOf(token: string | null, sessions: Sessions): Promise<MarketHubUser | null> {
  const account = await sessions.ofToken(token);
  if (account === null) return null;
  const { userId, sessionId, expiresAt } = account;
  return { userId, sessionId, expiresAt: expiresAt + afterTokenMs };
}

export type MarketHub = ReturnType<typeof createMarketHub>;

/** Receives each opening and closing connection, and activity outside the hub. */
interface PresenceListener {
  /** A request of a connection without WebSockets. */
  heard(userId: string): void;
  connected(userId: string): void;
  /** `silentMs`: since the last activity on the connection. */
  disconnected(userId: string, silentMs: number): void;
}

interface MarketHubParts {
  readonly hubServer: HubServer;
  /** Whether the venue accepts commands now. */
  readonly takesCommands: () => boolean;
  readonly presence: PresenceListener;
  readonly limits: { readonly users: UserLimits; readonly connections: Connections };
}

export function createMarketHub(
  { sessions, epoch, clock }: Pick<MarketServer, 'sessions' | 'epoch' | 'clock'>,
  source: FeedSource,
  { hubServer, takesCommands, presence, limits }: MarketHubParts,
) {
  const market = createMarketHubMethods(source, {
    epoch,
    now: () => clock.now(),
    takesCommands,
    inSlices: (userId, steps) => doneInSlices(steps, () => limits.users.turns.next(userId)),
  });
  const methods = rejecting(market.methods);
  return hubServer.hub(marketHubPath, marketHub, {
    authenticate: async ({ token, socket, stage }: HubRequest) => {
      const user = await hubUserOf(token, sessions);
      if (user === null) return null;
      limits.connections.signedIn(socket, user.userId);
      presence.heard(user.userId);
      const opens = stage === 'negotiate' || stage === 'connect';
      const tooMany = opens ? limits.users.hubOpening(user.userId) : null;
      // Each message to a client without WebSockets is answered with another poll.
      const excess = tooMany ?? (stage === 'poll' ? 0 : limits.users.call(user.userId, 0));
      if (typeof excess === 'number') return user;
      await pauseFor(excess, socket);
      throw new TooManyRequestsError(excessSentence(excess), excess.retryAfterSeconds);
    },
    createItems: newSubscriptions,
    handlers: {
      async onConnected(context) {
        const { userId, sessionId } = context.user;
        // The end of a session closes only connections that have completed their handshake, which may have come later than the end.
        if (await sessions.isOpen(sessionId))
          market.connected(seenByMarket(context), context.query.get('component'));
        else context.close({ error: 'This session has ended. Sign in again.' });
        presence.connected(userId);
      },

      onDisconnected(context, error) {
        market.disconnected(context);
        // A client that is disconnecting counts as connected until then.
        presence.disconnected(context.user.userId, error === null ? 0 : context.silentMs);
      },

      beforeInvocation(context, method) {
        const { userId } = context.user;
        sessions.used(context.user);
        const wait = limits.users.invocation(userId, costOfInvocation(method));
        const admitted =
          wait === 0
            ? limits.users.turns.next(userId)
            : waitOrReject({ signal: context.signal, close: (why) => context.close(why) }, wait);
        const { whenSettled } = source;
        return whenSettled === null ? admitted : whenSettled.then(() => admitted);
      },

      methods: {
        ...methods,
        async SubscribeDepth(context, displaySeqs, invocation) {
          const { size } = new Set(displaySeqs);
          if (size > depthsAtOnce) {
            const wait = limits.users.invocation(context.user.userId, Math.ceil(size / depthsAtOnce));
            await waitOrReject({ signal: context.signal, close: (why) => context.close(why) }, wait);
          }
          return await methods.SubscribeDepth(context, displaySeqs, invocation);
        },

        // Connections are closed when their session ends. This answer is for a client whose session ends between two messages.
        async DisconnectCheck(context) {
          const { sessionId, expiresAt } = context.user;
          const isOpen = clock.earliest() < expiresAt && (await sessions.isOpen(sessionId));
          return { Message: isOpen ? 'False' : 'True' } as const;
        },
      },
    },
  });
}

/**
 * The hub's context as the market's connection. Both types have the events of the wire's table, which TypeScript cannot compare while the
 * event varies.
 */
const seenByMarket = (
  context: HubContext<typeof marketHub, MarketHubUser, Subscriptions>,
): MarketConnection => context as unknown as MarketConnection;

type HubMethods = HubHandlers<typeof marketHub, MarketHubUser, Subscriptions>['methods'];

/** The methods of the market, with rejections that the hub passes on to the client. */
function rejecting(methods: MarketHubMethods['methods']): Omit<HubMethods, 'DisconnectCheck'> {
  const passOn = (error: unknown): never => {
    throw error instanceof InvocationRejected ? new HubError(error.message) : error;
  };
  const wrapped = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: unknown[]) => {
      try {
        const reply: unknown = (method as (...args: unknown[]) => unknown)(...args);
        return reply instanceof Promise ? reply.catch(passOn) : reply;
      } catch (error) {
        return passOn(error);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as unknown as Omit<HubMethods, 'DisconnectCheck'>;
}

/** Rejects with HubError. Until it resolves, at most `maxWaitingInvocations` are read from the client. */
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

/** Publishes the market to the connections of the hub, in slices, so that no order waits for it. */
export function startMarketFeed(hub: MarketHub, source: FeedSource, epoch: string): MarketFeed {
  // The types of hub and feed have the events of the wire's table, which TypeScript cannot compare while the event varies.
  const feed = createMarketFeed(hub as unknown as FeedHub<HubMessage>, source, {
    epoch,
    nowMs: () => performance.now(),
    inSlices,
  });
  const timers = [setInterval(feed.poll, pollMs), setInterval(feed.beat, heartbeatMs)];
  for (const timer of timers) timer.unref();
  return {
    ...feed,
    stop() {
      for (const timer of timers) clearInterval(timer);
      feed.stop();
    },
  };
}
