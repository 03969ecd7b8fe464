// The opening of a WebSocket: with the token of a negotiate, used up by it, or without one (`skipNegotiation`) where the
// hub allows it.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { HubRequest } from '../hub/hub-request.ts';
import type { HubSettings } from '../settings.ts';
import { newConnectionId } from './connection-token.ts';
import type { Admission, Endpoint } from './endpoint.ts';
import type { Gate } from './gate.ts';
import type { NegotiatedIds } from './negotiated-ids.ts';
import { hubRequestFrom, withoutSecrets } from './read-hub-request.ts';
import { Refusal, refusals } from './refusal.ts';
import { ServerWebSocket, WebSocketTransport } from './web-socket-transport.ts';

export interface WebSocketConnectParts {
  readonly settings: HubSettings;
  readonly gate: Gate;
  readonly ids: NegotiatedIds;
}

export class WebSocketConnect {
  readonly #parts: WebSocketConnectParts;
  readonly #sockets: WebSocketServer;

  constructor(parts: WebSocketConnectParts) {
    this.#parts = parts;
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: parts.settings.maxFrameBytes,
      WebSocket: ServerWebSocket,
    });
  }

  /** Takes the socket over. Throws a Refusal. */
  async handle(
    { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
    endpoint: Endpoint,
  ): Promise<void> {
    const { gate } = this.#parts;
    const hubRequest = hubRequestFrom(request, 'connect');
    await gate.enter(hubRequest, endpoint, (admission) => {
      if (!endpoint.transports.has('WebSockets')) throw new Refusal(refusals.transportOff);
      const claim = this.#claim(hubRequest, endpoint, admission);
      gate.refuseTooMany(endpoint, admission);
      claim.use();
      let hasOpened = false;
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        try {
          const transport = new WebSocketTransport(webSocket, socket);
          const { connectionId } = claim;
          admission.open({ transport, connectionId, request: withoutSecrets(hubRequest) });
          hasOpened = true;
        } catch (error) {
          // The answer was 101 already: all that is left is to hang up.
          socket.destroy();
          throw error;
        }
      });
      return { hasOpened };
    });
  }

  /** The id of the connection to be: the negotiated one, or a new one. */
  #claim(
    request: HubRequest,
    endpoint: Endpoint,
    admission: Admission,
  ): { connectionId: string; use: () => void } {
    const { gate, ids } = this.#parts;
    const token = gate.look(request, endpoint, admission);
    if (token === null) {
      if (!endpoint.isNegotiationOptional) throw new Refusal(refusals.noId);
      return { connectionId: newConnectionId(), use: () => {} };
    }
    if (token.state === 'unknown') throw new Refusal(refusals.unknownId);
    if (token.state === 'live') {
      const isSame = token.transport === 'WebSockets';
      throw new Refusal(isSame ? refusals.alreadyActive : refusals.otherTransport);
    }
    return { connectionId: token.connectionId, use: () => ids.markUsed(token) };
  }
}
