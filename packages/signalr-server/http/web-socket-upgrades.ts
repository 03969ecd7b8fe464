// Upgrades requests to WebSockets: with the connection token of a negotiate, which is used up, or without one
// (`skipNegotiation`) where the hub allows it.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import type { HubRequest } from '../hub-request.ts';
import type { HubSettings } from '../settings.ts';
import { writeResponseToSocket } from '../transports/http-response.ts';
import { frameCompression, ServerWebSocket, WebSocketTransport } from '../transports/web-socket-transport.ts';
import type { AdmissionControl } from './admission-control.ts';
import { newConnectionId } from './connection-token-signer.ts';
import type { ConnectionTokens } from './connection-tokens.ts';
import type { AdmittedClient, Endpoint } from './endpoint.ts';
import { badUpgrade, HttpRejection, httpRejections } from './http-rejection.ts';
import { readHubRequest, withoutSecrets } from './read-hub-request.ts';

/** The arguments of Node's `upgrade` event. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/**
 * The maximum number of frames in which a client may send one message. Frames of one byte cost the server far more than the message that
 * they carry.
 */
const maxFragments = 64;

interface WebSocketUpgradesOptions {
  readonly settings: HubSettings;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly admission: AdmissionControl;
  readonly tokens: ConnectionTokens;
  /** Added to every response. */
  readonly responseHeaders: Readonly<Record<string, string>>;
}

export class WebSocketUpgrades {
  readonly #options: WebSocketUpgradesOptions;
  readonly #sockets: WebSocketServer;

  constructor(options: WebSocketUpgradesOptions) {
    this.#options = options;
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: frameCompression,
      maxPayload: options.settings.maxFrameBytes,
      maxFragments,
      WebSocket: ServerWebSocket,
    });
    const { responseHeaders } = options;
    this.#sockets.on('headers', (lines) => {
      for (const [name, value] of Object.entries(responseHeaders)) lines.push(`${name}: ${value}`);
    });
    this.#sockets.on('wsClientError', ({ message }, socket) =>
      writeResponseToSocket(socket, badUpgrade(message), responseHeaders),
    );
  }

  /** Takes the socket over and opens a connection. Throws HttpRejection. */
  async handle({ request, socket, head }: UpgradeRequest, endpoint: Endpoint): Promise<void> {
    const { admission } = this.#options;
    const hubRequest = readHubRequest(request, 'connect');
    await admission.admitNew(hubRequest, endpoint, async (client) => {
      if (!endpoint.transports.has('WebSockets')) {
        throw new HttpRejection(httpRejections.transportDisabled);
      }
      while (admission.isOverConnectionLimit(endpoint, client)) await admission.makeRoom(endpoint, client);
      const claim = this.#claimConnection(hubRequest, endpoint, client);
      claim.markUsed();
      let hasOpened = false;
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        try {
          const transport = new WebSocketTransport(webSocket, socket, this.#options.clock);
          const { connectionId } = claim;
          client.open({ transport, connectionId, request: withoutSecrets(hubRequest) });
          hasOpened = true;
        } catch (error) {
          // The response 101 was already sent, so a rejection can no longer be sent.
          socket.destroy();
          throw error;
        }
      });
      return { hasOpened };
    });
  }

  /** The id of the new connection: the negotiated id, or a new id without negotiate. */
  #claimConnection(
    request: HubRequest,
    endpoint: Endpoint,
    client: AdmittedClient,
  ): { connectionId: string; markUsed: () => void } {
    const { admission, tokens } = this.#options;
    const token = admission.checkToken(request, endpoint, client);
    if (token === null) {
      if (!endpoint.isNegotiationOptional) throw new HttpRejection(httpRejections.noId);
      return { connectionId: newConnectionId(), markUsed: () => {} };
    }
    if (token.state === 'invalid') throw new HttpRejection(httpRejections.unknownId);
    if (token.state === 'connected') {
      const isSame = token.transport === 'WebSockets';
      throw new HttpRejection(isSame ? httpRejections.alreadyActive : httpRejections.otherTransport);
    }
    return { connectionId: token.connectionId, markUsed: () => tokens.markUsed(token) };
  }
}
