// The server: hubs at their paths, one set of settings, one ticker for all time-outs, one flusher for all writing. It
// opens no socket of its own; a node:http server hands it requests and upgrades.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Backplane, BackplaneLink } from './backplane/backplane.ts';
import { type Clock, systemClock } from './clock.ts';
import type { HubContract } from './hub/contract.ts';
import { Flusher } from './hub/flusher.ts';
import { FrameAssembler } from './hub/frame-assembler.ts';
import type { Hub, HubUser } from './hub/hub.ts';
import type { HubConnection } from './hub/hub-connection.ts';
import type { HubRuntime } from './hub/runtime.ts';
import { HubEndpoint, type HubOptions } from './hub-endpoint.ts';
import type { HubLogEntry, HubLogger } from './logger.ts';
import { Counters, countFlushSlice, type HubMetrics } from './metrics.ts';
import { JsonProtocol, type JsonReplacer } from './protocol/json.ts';
import { MessagePackProtocol } from './protocol/messagepack.ts';
import { RawEndpoint, type RawEndpointOptions } from './raw-endpoint.ts';
import { type HubSettings, settingsFrom } from './settings.ts';
import { ConnectionTokens } from './transports/connection-token.ts';
import type { Endpoint } from './transports/endpoint.ts';
import { FrontDoor } from './transports/front-door.ts';
import { NegotiatedIds } from './transports/negotiated-ids.ts';

export interface HubServerOptions extends Partial<HubSettings> {
  /** Tells clients what went wrong inside the server; for development. False by default. */
  readonly detailedErrors?: boolean;
  readonly logger?: HubLogger;
  readonly clock?: Clock;
  /** This process among several: the first part of its connection tokens. `n0` by default. */
  readonly node?: string;
  /** Signs connection tokens; nodes that share it accept each other's. Random by default. */
  readonly tokenSecret?: string | Buffer;
  /** Carries messages to the clients of other nodes. Without it this node is alone. */
  readonly backplane?: Backplane;
  /** As for JSON.stringify, in the JSON protocol; see `bytesAsBase64`. */
  readonly jsonReplacer?: JsonReplacer;
}

/** A hub as the server needs it, whatever its types. */
interface ServedHub extends Endpoint {
  readonly hub: { readonly router: { readonly registry: { readonly lines: Iterable<HubConnection> } } };
}

interface ServedRawEndpoint extends Endpoint {
  closeAll(): void;
}

export interface HubServer {
  readonly metrics: HubMetrics;
  readonly settings: HubSettings;
  /** Adds a hub. Throws an Error when the path is taken, or contract and code do not fit. */
  hub<const C extends HubContract, User extends HubUser | null = null, State = undefined>(
    path: string,
    contract: C,
    options: HubOptions<C, User, State>,
  ): Hub<C, User, State>;
  /** Adds a path for connections without a hub protocol: bytes both ways. Throws an Error when the path is taken. */
  connections<User extends { readonly userId: string } | null = null>(
    path: string,
    options: RawEndpointOptions<User>,
  ): void;
  /** True when the request's path belongs to a hub; it is then answered. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean;
  /** True when the upgrade's path belongs to a hub; the socket is then taken over. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Sends all clients away to reconnect elsewhere; resolves when the last socket is gone. */
  close(): Promise<void>;
}

/** Throws a RangeError for a setting that makes no sense. */
export function createHubServer(options: HubServerOptions = {}): HubServer {
  return new NodeHubServer(options);
}

class NodeHubServer implements HubServer {
  readonly settings: HubSettings;
  readonly #clock: Clock;
  readonly #counters = new Counters();
  readonly #runtime: HubRuntime;
  readonly #link: BackplaneLink | null;
  readonly #ids: NegotiatedIds;
  readonly #door: FrontDoor;
  readonly #hubs = new Map<string, ServedHub>();
  readonly #rawEndpoints = new Map<string, ServedRawEndpoint>();
  readonly #stopTicker: () => void;
  #closing: Promise<void> | null = null;
  #onLastLineGone: (() => void) | null = null;

  constructor(options: HubServerOptions) {
    this.settings = settingsFrom(options);
    this.#clock = options.clock ?? systemClock;
    this.#runtime = this.#makeRuntime(options);
    const node = options.node ?? 'n0';
    this.#link = options.backplane?.join(node) ?? null;
    this.#ids = new NegotiatedIds({
      tokens: new ConnectionTokens({ node, secret: options.tokenSecret ?? randomBytes(32) }),
      clock: this.#clock,
      lifetimeMs: this.settings.negotiateTimeoutMs,
    });
    this.#door = new FrontDoor({
      settings: this.settings,
      clock: this.#clock,
      counters: this.#counters,
      log: this.#runtime.log,
      ids: this.#ids,
      endpointAt: (path) => this.#hubs.get(path) ?? this.#rawEndpoints.get(path) ?? null,
    });
    this.#stopTicker = this.#clock.every(this.settings.tickMs, () => this.#tick());
  }

  get metrics(): HubMetrics {
    return this.#counters;
  }

  hub<const C extends HubContract, User extends HubUser | null = null, State = undefined>(
    path: string,
    contract: C,
    options: HubOptions<C, User, State>,
  ): Hub<C, User, State> {
    const key = this.#newPath(path);
    const endpoint = new HubEndpoint<C, User, State>(this.#runtime, {
      path: key,
      contract,
      link: this.#link,
      options,
    });
    this.#hubs.set(key, endpoint);
    return endpoint.hub;
  }

  connections<User extends { readonly userId: string } | null = null>(
    path: string,
    options: RawEndpointOptions<User>,
  ): void {
    const key = this.#newPath(path);
    this.#rawEndpoints.set(key, new RawEndpoint<User>(this.#runtime, key, options));
  }

  handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    return this.#door.handleRequest(request, response);
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    return this.#door.handleUpgrade(request, socket, head);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#door.close();
    for (const connection of this.#lines()) connection.close({ allowReconnect: true }, 'serverClosing');
    for (const endpoint of this.#rawEndpoints.values()) endpoint.closeAll();
    if (this.#counters.connections > 0) {
      await new Promise<void>((resolve) => {
        this.#onLastLineGone = resolve;
      });
    }
    this.#stopTicker();
    this.#runtime.flusher.stop();
  }

  /** A path as hubs are found by it. */
  #newPath(path: string): string {
    const key = path.replace(/\/$/, '').toLowerCase();
    if (!/^(\/[^/?#]+)*$/.test(key)) {
      throw new Error(`The path of a hub must look like '/market', but is '${path}'.`);
    }
    if (this.#hubs.has(key) || this.#rawEndpoints.has(key)) {
      throw new Error(`There is a hub at '${path}' already.`);
    }
    return key;
  }

  *#lines(): Iterable<HubConnection> {
    for (const { hub } of this.#hubs.values()) yield* hub.router.registry.lines;
  }

  #tick(): void {
    const nowMs = this.#clock.monotonicMs();
    const nowEpochMs = this.#clock.epochMs();
    this.#ids.sweep();
    this.#door.tick(nowMs);
    for (const connection of this.#lines()) connection.tick(nowMs, nowEpochMs);
  }

  #makeRuntime(options: HubServerOptions): HubRuntime {
    const { settings } = this;
    const assemblers = { json: new FrameAssembler('json'), messagepack: new FrameAssembler('messagepack') };
    return {
      settings,
      clock: this.#clock,
      counters: this.#counters,
      detailedErrors: options.detailedErrors ?? false,
      log: safeLogger(options.logger),
      protocols: {
        json: new JsonProtocol(settings, options.jsonReplacer),
        messagepack: new MessagePackProtocol(settings),
      },
      assemblers,
      flusher: new Flusher({
        clock: this.#clock,
        intervalMs: settings.flushIntervalMs,
        sliceMs: settings.flushSliceMs,
        onSlice: (tookMs) => countFlushSlice(this.#counters, tookMs),
        onIdle: () => {
          assemblers.json.forget();
          assemblers.messagepack.forget();
        },
      }),
      lineGone: () => {
        if (this.#counters.connections === 0) this.#onLastLineGone?.();
      },
    };
  }
}

/** A logger that fails must not take a connection with it. */
function safeLogger(logger: HubLogger | undefined): HubLogger {
  if (logger === undefined) return () => {};
  return (entry: HubLogEntry) => {
    try {
      logger(entry);
    } catch (error) {
      console.error('The logger of the hub server failed.', error);
    }
  };
}
