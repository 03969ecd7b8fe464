// Takes the HTTP requests and upgrades that belong to a hub and brings each to where it is answered: negotiate, the
// opening of a WebSocket, or the requests of the other transports. Pages of foreign origins go no further than this.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';
import { HubError } from '../hub-error.ts';
import type { HubLogger } from '../logger.ts';
import type { Counters } from '../metrics.ts';
import type { HubSettings } from '../settings.ts';
import { type Answer, jsonAnswer, textAnswer, writeAnswerToSocket } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import { Gate } from './gate.ts';
import { answerExchange, type Exchange } from './http-line.ts';
import { negotiate } from './negotiate.ts';
import type { NegotiatedIds } from './negotiated-ids.ts';
import { corsHeaders, isOriginAllowed, preflightHeaders } from './origin.ts';
import { PlainConnect } from './plain-connect.ts';
import { hubRequestFrom, splitTarget } from './read-hub-request.ts';
import { Refusal, refusals } from './refusal.ts';
import { WebSocketConnect } from './web-socket-connect.ts';

const negotiateSuffix = '/negotiate';

export interface FrontDoorParts {
  readonly settings: HubSettings;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly log: HubLogger;
  readonly ids: NegotiatedIds;
  /** The hub at a path in lower case. */
  readonly endpointAt: (path: string) => Endpoint | null;
}

interface Place {
  readonly endpoint: Endpoint;
  readonly isNegotiate: boolean;
}

export class FrontDoor {
  readonly #parts: FrontDoorParts;
  readonly #gate: Gate;
  readonly #webSockets: WebSocketConnect;
  readonly #plain: PlainConnect;

  constructor(parts: FrontDoorParts) {
    this.#parts = parts;
    const { settings, clock, counters, ids } = parts;
    this.#gate = new Gate({ settings, counters, ids });
    this.#webSockets = new WebSocketConnect({ settings, gate: this.#gate, ids });
    this.#plain = new PlainConnect({ settings, clock, counters, gate: this.#gate, ids });
  }

  /** From now on nobody new is let in; lines that are open are served until they end. */
  close(): void {
    this.#gate.close();
  }

  /** Looks at the deadlines of event streams and polls. */
  tick(nowMs: number): void {
    this.#plain.tick(nowMs);
  }

  /** Whether the request is for a hub; if so, it is answered here. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const place = this.#placeOf(request);
    if (place === null) return false;
    void this.#respond({ request, response, headers: {} }, place);
    return true;
  }

  /** Whether the upgrade is for a hub; if so, the socket is taken over or refused here. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const place = this.#placeOf(request);
    if (place === null) return false;
    // From here on nobody else listens to it, and a client may go at any moment.
    socket.on('error', () => socket.destroy());
    void this.#upgrade({ request, socket, head }, place).catch((error) =>
      writeAnswerToSocket(socket, this.#answerFor(error, place)),
    );
    return true;
  }

  #placeOf(request: IncomingMessage): Place | null {
    const path = splitTarget(request.url ?? '/').path.toLowerCase();
    const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
    const endpoint = this.#parts.endpointAt(trimmed);
    if (endpoint !== null) return { endpoint, isNegotiate: false };
    if (!trimmed.endsWith(negotiateSuffix)) return null;
    const negotiated = this.#parts.endpointAt(trimmed.slice(0, -negotiateSuffix.length));
    return negotiated === null ? null : { endpoint: negotiated, isNegotiate: true };
  }

  async #respond(bare: Exchange, place: Place): Promise<void> {
    let exchange = bare;
    try {
      const { headers } = bare.request;
      if (!isOriginAllowed(headers, place.endpoint.origins)) throw new Refusal(refusals.origin);
      exchange = { ...bare, headers: corsHeaders(headers) };
      await this.#answer(exchange, place);
    } catch (error) {
      answerExchange(exchange, this.#answerFor(error, place));
    }
  }

  async #answer(exchange: Exchange, { endpoint, isNegotiate }: Place): Promise<void> {
    const { request } = exchange;
    if (request.method === 'OPTIONS') {
      answerExchange(exchange, { status: 204, headers: preflightHeaders(request.headers) });
    } else if (isNegotiate) {
      answerExchange(exchange, await this.#negotiate(request, endpoint));
    } else {
      await this.#plain.handle(exchange, endpoint);
    }
  }

  async #negotiate(request: IncomingMessage, endpoint: Endpoint): Promise<Answer> {
    if (request.method !== 'POST') throw new Refusal(refusals.negotiateMethod);
    const hubRequest = hubRequestFrom(request, 'negotiate');
    const { answer } = await this.#gate.enter(hubRequest, endpoint, async (admission) => ({
      hasOpened: false,
      // A browser does not show its user why an upgrade was refused; here the reason reaches `start()`.
      answer: this.#gate.hasTooMany(endpoint, admission)
        ? jsonAnswer({ error: this.#gate.tooManyText() })
        : await negotiate(hubRequest, { endpoint, admission, ids: this.#parts.ids }),
    }));
    return answer;
  }

  async #upgrade(
    upgrade: { request: IncomingMessage; socket: Duplex; head: Buffer },
    { endpoint, isNegotiate }: Place,
  ): Promise<void> {
    if (isNegotiate) throw new Refusal(refusals.noSuchPath);
    if (!isOriginAllowed(upgrade.request.headers, endpoint.origins)) throw new Refusal(refusals.origin);
    await this.#webSockets.handle(upgrade, endpoint);
  }

  #answerFor(error: unknown, { endpoint }: Place): Answer {
    if (error instanceof Refusal) return error.answer;
    if (error instanceof HubError) return textAnswer(403, error.message);
    this.#parts.log({ level: 'error', message: 'A request failed.', hub: endpoint.path, error });
    return refusals.fault;
  }
}
