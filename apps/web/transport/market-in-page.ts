// The port to a market that runs inside the page, without a server (apps/demo). Every call and every hub connection checks it first; if
// there is none, they use the network.
import type { MarketHubEvent } from '@openpit/wire';
import type { ReactNode } from 'react';

export interface MarketInPage {
  /** Answers a call as the server would; has the signature of `fetch`. */
  call(url: string, init: RequestInit): Promise<Response>;
  /** A connection to the hub at this address that has not been started. */
  connect(url: string, token: () => string): PageConnection;
  /** Wraps the screens in a router for addresses without a server. */
  frame(screens: ReactNode): ReactNode;
}

/** The part of the client library's connection that the page uses. */
export interface PageConnection {
  readonly state: string;
  on(event: MarketHubEvent, listener: (payload: unknown) => void): void;
  onreconnected(listener: () => void): void;
  onclose(listener: (error?: Error) => void): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  invoke<Reply>(method: string, ...args: unknown[]): Promise<Reply>;
}

let inPage: MarketInPage | null = null;

/**
 * Must be called before any other code of the application. Tests must reset it to null, because other test files run in the same process.
 */
export function setMarketInPage(market: MarketInPage | null): void {
  inPage = market;
}

/** Returns null if a server runs the market. */
export const marketInPage = (): MarketInPage | null => inPage;

/** A call over the network, or to the market in the page. */
export const callMarket: MarketInPage['call'] = (url, init) =>
  inPage === null ? fetch(url, init) : inPage.call(url, init);
