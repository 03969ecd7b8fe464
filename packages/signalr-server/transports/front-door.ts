// Takes the HTTP requests and upgrades that belong to a hub, asks who is there, and either answers or opens a line.
// In this order: is the server open, may this page, is there room, who is it, is the connection token good.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { HubError } from '../hub/hub-error.ts';
import type { HubLogger } from '../logger.ts';
import type { Counters } from '../metrics.ts';
import type { HubSettings } from '../settings.ts';
import {
  type Answer,
  jsonAnswer,
  textAnswer,
  unauthorized,
  writeAnswer,
  writeAnswerToSocket,
} from './answer.ts';
import { newConnectionId } from './connection-token.ts';
import type { Admission, Endpoint } from './endpoint.ts';
import { type HubRequest, hubRequestFrom, splitTarget, withoutSecrets } from './hub-request.ts';
import { negotiate } from './negotiate.ts';
import type { NegotiatedIds, TokenState } from './negotiated-ids.ts';
import { corsHeaders, isOriginAllowed, preflightHeaders } from './origin.ts';
import { answerPlainConnect, connectRefusals, stageOf } from './plain-connect.ts';
import { ServerWebSocket, WebSocketTransport } from './web-socket-transport.ts';

const negotiateSuffix = '/negotiate';

const refusals = {
  closing: textAnswer(503, 'The server is closing. Try again.', { 'Retry-After': '1' }),
  full: textAnswer(503, 'Too many connections are being opened. Try again.', { 'Retry-After': '1' }),
  origin: textAnswer(403, 'Pages of this origin may not use this hub.'),
  fault: textAnswer(500, 'The server could not handle the request.'),
  negotiateMethod: textAnswer(405, 'Negotiate is a POST.', { Allow: 'POST' }),
  noSuchPath: textAnswer(404, 'There is no hub at this address.'),
  idNeeded: connectRefusals.noId,
} as const;

export interface FrontDoorParts {
  readonly settings: HubSettings;
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

/** A refused upgrade, as an error that carries its answer. */
class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(answer.body ?? `Status ${answer.status}`);
    this.answer = answer;
  }
}

export class FrontDoor {
  readonly #parts: FrontDoorParts;
  readonly #sockets: WebSocketServer;
  #isClosed = false;

  constructor(parts: FrontDoorParts) {
    this.#parts = parts;
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: parts.settings.maxFrameBytes,
      WebSocket: ServerWebSocket,
    });
  }

  /** From now on everything is answered with 503. */
  close(): void {
    this.#isClosed = true;
  }

  /** Whether the request is for a hub; if so, it is answered here. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const place = this.#placeOf(request);
    if (place === null) return false;
    // What a client sends along is of no use before other transports are there.
    request.resume();
    void this.#respond(request, response, place);
    return true;
  }

  /** Whether the upgrade is for a hub; if so, the socket is taken over or refused here. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const place = this.#placeOf(request);
    if (place === null) return false;
    // From here on nobody else listens to it, and a client may go at any moment.
    socket.on('error', () => socket.destroy());
    void this.#upgrade(request, socket, head, place).catch((error) =>
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

  async #respond(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
    let cors: Record<string, string> = {};
    let answer: Answer;
    try {
      if (isOriginAllowed(request.headers, place.endpoint.origins)) {
        cors = corsHeaders(request.headers);
        answer = await this.#answerRequest(request, place);
      } else {
        answer = refusals.origin;
      }
    } catch (error) {
      answer = this.#answerFor(error, place);
    }
    writeAnswer(response, answer, cors);
  }

  async #answerRequest(request: IncomingMessage, { endpoint, isNegotiate }: Place): Promise<Answer> {
    if (request.method === 'OPTIONS') return { status: 204, headers: preflightHeaders(request.headers) };
    if (isNegotiate) return this.#negotiate(request, endpoint);

    const stage = stageOf(request.method);
    if (stage === null) return connectRefusals.otherMethod;
    const hubRequest = hubRequestFrom(request, stage);
    const admission = await this.#admitInTurn(hubRequest, endpoint);
    return answerPlainConnect(stage, this.#look(hubRequest, endpoint, admission));
  }

  async #negotiate(request: IncomingMessage, endpoint: Endpoint): Promise<Answer> {
    if (request.method !== 'POST') return refusals.negotiateMethod;
    const hubRequest = hubRequestFrom(request, 'negotiate');
    const admission = await this.#admitInTurn(hubRequest, endpoint);
    // A browser does not show its user why an upgrade was refused; here the reason reaches `start()`.
    if (this.#hasTooMany(endpoint, admission)) return jsonAnswer({ error: this.#tooManyText() });
    return negotiate(hubRequest, { endpoint, admission, ids: this.#parts.ids });
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, place: Place): Promise<void> {
    const { endpoint } = place;
    if (place.isNegotiate) throw new Refusal(refusals.noSuchPath);
    if (!isOriginAllowed(request.headers, endpoint.origins)) throw new Refusal(refusals.origin);
    this.#takePending();
    let isHandedOver = false;
    try {
      const hubRequest = hubRequestFrom(request, 'connect');
      const admission = await this.#admit(hubRequest, endpoint);
      const connectionId = this.#claimId(hubRequest, endpoint, admission);
      if (this.#hasTooMany(endpoint, admission)) {
        throw new Refusal(textAnswer(429, this.#tooManyText(), { 'Retry-After': '30' }));
      }
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        try {
          const transport = new WebSocketTransport(webSocket, socket);
          admission.open({ transport, connectionId, request: withoutSecrets(hubRequest) });
          isHandedOver = true;
        } catch (error) {
          // The answer was 101 already: all that is left is to hang up.
          socket.destroy();
          throw error;
        }
      });
    } finally {
      // An open line counts as pending until its handshake; the hub takes it off then.
      if (!isHandedOver) this.#parts.counters.pendingConnections--;
    }
  }

  /** The id of the connection to be: the negotiated one, used up by this, or a new one. */
  #claimId(request: HubRequest, endpoint: Endpoint, admission: Admission): string {
    const token = this.#look(request, endpoint, admission);
    if (token === null) {
      if (!endpoint.isNegotiationOptional) throw new Refusal(refusals.idNeeded);
      return newConnectionId();
    }
    if (token.state === 'unknown') throw new Refusal(connectRefusals.unknownId);
    if (token.state === 'live') throw new Refusal(connectRefusals.alreadyActive);
    this.#parts.ids.markUsed(token);
    return token.connectionId;
  }

  #look(request: HubRequest, endpoint: Endpoint, admission: Admission): TokenState | null {
    const id = request.query.get('id');
    if (id === null || id === '') return null;
    const scope = { path: endpoint.path, userId: admission.userId };
    return this.#parts.ids.look(id, scope, (connectionId) => endpoint.isLive(connectionId));
  }

  async #admitInTurn(request: HubRequest, endpoint: Endpoint): Promise<Admission> {
    this.#takePending();
    try {
      return await this.#admit(request, endpoint);
    } finally {
      this.#parts.counters.pendingConnections--;
    }
  }

  async #admit(request: HubRequest, endpoint: Endpoint): Promise<Admission> {
    const admission = await endpoint.admit(request);
    if (admission === null) throw new Refusal(unauthorized);
    if (this.#isClosed) throw new Refusal(refusals.closing);
    return admission;
  }

  #takePending(): void {
    if (this.#isClosed) throw new Refusal(refusals.closing);
    const { counters, settings } = this.#parts;
    if (counters.pendingConnections >= settings.maxPendingConnections) {
      counters.breaches.pendingConnections++;
      throw new Refusal(refusals.full);
    }
    counters.pendingConnections++;
  }

  #hasTooMany(endpoint: Endpoint, { userId }: Admission): boolean {
    const { counters, settings } = this.#parts;
    if (userId === null || endpoint.connectionCountOf(userId) < settings.connectionsPerUser) return false;
    counters.breaches.connectionsPerUser++;
    return true;
  }

  #tooManyText(): string {
    return `You have ${this.#parts.settings.connectionsPerUser} open connections, which is the most for one user. Close some and try again.`;
  }

  #answerFor(error: unknown, { endpoint }: Place): Answer {
    if (error instanceof Refusal) return error.answer;
    if (error instanceof HubError) return textAnswer(403, error.message);
    this.#parts.log({ level: 'error', message: 'A request failed.', hub: endpoint.path, error });
    return refusals.fault;
  }
}
