// The hub server: hubs at their paths, one set of settings, one ticker for all time-outs, and one scheduler
// for all flushes. It opens no socket itself; a `node:http` server passes requests and upgrades to it.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Clock, systemClock } from './clock.ts';
import type { DenialListener } from './denial.ts';
import { ConnectionTokenSigner } from './http/connection-token-signer.ts';
import { ConnectionTokens } from './http/connection-tokens.ts';
import type { Endpoint } from './http/endpoint.ts';
import { HttpEndpoints } from './http/http-endpoints.ts';
import type { HubContract } from './hub/contract.ts';
import type { Hub, HubUser } from './hub/hub.ts';
import type { HubConnection } from './hub/hub-connection.ts';
import { HubEndpoint, type HubOptions } from './hub-endpoint.ts';
import type { HubRuntime } from './hub-runtime.ts';
import { type HubLogger, safeLogger } from './logger.ts';
import { Counters, countFlushSlice, type HubMetrics } from './metrics.ts';
import { FlushScheduler } from './outbound/flush-scheduler.ts';
import { FrameAssembler } from './outbound/frame-assembler.ts';
import { JsonProtocol, type JsonReplacer } from './protocol/json.ts';
import { MessagePackProtocol } from './protocol/messagepack.ts';
import { RawEndpoint, type RawEndpointOptions } from './raw-endpoint.ts';
import { type HubSettings, settingsFrom } from './settings.ts';

export interface HubServerOptions extends Partial<HubSettings> {
  /** Sends the messages of server faults to clients; for development. False by default. */
  readonly detailedErrors?: boolean;
  /** No log by default. */
  readonly logger?: HubLogger;
  /** Called for each request, connection and invocation that is denied or invalid. An error that it throws is logged. */
  readonly onDenied?: DenialListener;
  /** The system clock by default; tests pass a ManualClock. */
  readonly clock?: Clock;
  /** This process in its connection tokens: letters, digits, `-` and `_`. `n0` by default. */
  readonly node?: string;
  /** Signs connection tokens. Nodes with the same secret accept each other's tokens. Random by default. */
  readonly tokenSecret?: string | Buffer;
  /**
   * Headers of every response, including responses to upgrades. A response that sets one of them itself keeps its own value.
   * None by default.
   */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** As for JSON.stringify; see `bytesAsBase64`. It makes JSON encoding several times slower. */
  readonly jsonReplacer?: JsonReplacer;
}

export interface HubServer {
  /** Updated in place: the same object for the life of the server. */
  readonly metrics: HubMetrics;
  readonly settings: HubSettings;
  /**
   * Adds a hub at a path like `/market`; paths are case-insensitive. Throws an Error when the path is invalid
   * or in use, or when contract and handlers do not match.
   */
  hub<const C extends HubContract, User extends HubUser | null = null, Items = undefined>(
    path: string,
    contract: C,
    options: HubOptions<C, User, Items>,
  ): Hub<C, User, Items>;
  /**
   * Adds a path for connections without a hub protocol. Throws an Error when the path is invalid or in use.
   */
  rawEndpoint<User extends { readonly userId: string } | null = null>(
    path: string,
    options: RawEndpointOptions<User>,
  ): void;
  /** Answers the request and returns true if its path belongs to a hub, otherwise returns false. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean;
  /** Takes over the socket and returns true if the path of the upgrade belongs to a hub, otherwise returns false. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /**
   * Closes all connections and admits no new ones (503). Clients with automatic reconnect may reconnect to
   * another process. Hub connections that do not close within `closeTimeoutMs` are destroyed. Resolves when
   * the last socket is closed. Later calls return the same promise.
   */
  close(): Promise<void>;
}

/** Throws a RangeError for an invalid setting or node name. */
export function createHubServer(options: HubServerOptions = {}): HubServer {
  return new NodeHubServer(options);
}

/** A hub endpoint without the types of its contract. */
interface UntypedHubEndpoint extends Endpoint {
  readonly hub: {
    readonly router: { readonly registry: { readonly connections: Iterable<HubConnection> } };
  };
}

class NodeHubServer implements HubServer {
  readonly settings: HubSettings;
  readonly #clock: Clock;
  readonly #counters = new Counters();
  readonly #runtime: HubRuntime;
  readonly #tokens: ConnectionTokens;
  readonly #endpoints: HttpEndpoints;
  readonly #hubs = new Map<string, UntypedHubEndpoint>();
  readonly #rawEndpoints = new Map<string, Endpoint & { closeAll(): void }>();
  readonly #stopTicker: () => void;
  #closing: Promise<void> | null = null;
  #onLastConnectionClosed: (() => void) | null = null;

  constructor(options: HubServerOptions) {
    this.settings = settingsFrom(options);
    this.#clock = options.clock ?? systemClock;
    this.#runtime = this.#createRuntime(options);
    const { node = 'n0', tokenSecret: secret = randomBytes(32) } = options;
    this.#tokens = new ConnectionTokens({
      signer: new ConnectionTokenSigner({ node, secret }),
      clock: this.#clock,
      lifetimeMs: this.settings.negotiateTimeoutMs,
    });
    this.#endpoints = new HttpEndpoints({
      settings: this.settings,
      clock: this.#clock,
      counters: this.#counters,
      log: this.#runtime.log,
      denied: this.#runtime.denied,
      tokens: this.#tokens,
      responseHeaders: options.responseHeaders ?? {},
      endpointAt: (path) => this.#hubs.get(path) ?? this.#rawEndpoints.get(path) ?? null,
    });
    this.#stopTicker = this.#clock.every(this.settings.tickMs, () => this.#tick());
  }

  get metrics(): HubMetrics {
    return this.#counters;
  }

  hub<const C extends HubContract, User extends HubUser | null = null, Items = undefined>(
    path: string,
    contract: C,
    options: HubOptions<C, User, Items>,
  ): Hub<C, User, Items> {
    const key = this.#newPath(path);
    const endpoint = new HubEndpoint<C, User, Items>(this.#runtime, {
      path: key,
      contract,
      options,
    });
    this.#hubs.set(key, endpoint);
    return endpoint.hub;
  }

  rawEndpoint<User extends { readonly userId: string } | null = null>(
    path: string,
    options: RawEndpointOptions<User>,
  ): void {
    const key = this.#newPath(path);
    this.#rawEndpoints.set(key, new RawEndpoint<User>(this.#runtime, key, options));
  }

  handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    return this.#endpoints.handleRequest(request, response);
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    return this.#endpoints.handleUpgrade(request, socket, head);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#endpoints.close();
    for (const connection of this.#connections()) connection.close({ allowReconnect: true }, 'serverClosing');
    for (const endpoint of this.#rawEndpoints.values()) endpoint.closeAll();
    if (this.#counters.connections > 0) {
      await new Promise<void>((resolve) => {
        this.#onLastConnectionClosed = resolve;
      });
    }
    this.#stopTicker();
    this.#runtime.flushScheduler.stop();
  }

  /** The path in the form used to look up requests. */
  #newPath(path: string): string {
    const key = path.replace(/\/$/, '').toLowerCase();
    if (!/^(\/[^/?#]+)*$/.test(key)) {
      throw new Error(`The path of a hub must look like '/market', but is '${path}'.`);
    }
    if (this.#hubs.has(key) || this.#rawEndpoints.has(key)) {
      throw new Error(`There is already a hub at '${path}'.`);
    }
    return key;
  }

  *#connections(): Iterable<HubConnection> {
    for (const { hub } of this.#hubs.values()) yield* hub.router.registry.connections;
  }

  #tick(): void {
    const nowMs = this.#clock.monotonicMs();
    const nowEpochMs = this.#clock.epochMs();
    this.#tokens.sweep();
    this.#endpoints.tick(nowMs);
    for (const connection of this.#connections()) connection.tick(nowMs, nowEpochMs);
  }

  #createRuntime(options: HubServerOptions): HubRuntime {
    const { settings } = this;
    const assemblers = { json: new FrameAssembler('json'), messagepack: new FrameAssembler('messagepack') };
    const log = safeLogger(options.logger);
    return {
      settings,
      clock: this.#clock,
      counters: this.#counters,
      detailedErrors: options.detailedErrors ?? false,
      log,
      denied: (denial) => {
        try {
          options.onDenied?.(denial);
        } catch (error) {
          log({ level: 'error', message: 'The listener of denials failed.', hub: denial.hub, error });
        }
      },
      protocols: {
        json: new JsonProtocol(settings, options.jsonReplacer),
        messagepack: new MessagePackProtocol(settings),
      },
      assemblers,
      flushScheduler: new FlushScheduler({
        clock: this.#clock,
        intervalMs: settings.flushIntervalMs,
        sliceMs: settings.flushSliceMs,
        urgentPerSecond: settings.urgentFlushesPerSecond,
        onSlice: (durationMs) => countFlushSlice(this.#counters, durationMs),
        onIdle: () => {
          assemblers.json.release();
          assemblers.messagepack.release();
        },
      }),
      connectionClosed: () => {
        if (this.#counters.connections === 0) this.#onLastConnectionClosed?.();
      },
    };
  }
}
