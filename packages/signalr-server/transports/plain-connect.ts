// Requests to a hub's own path that are not WebSocket upgrades: event streams and polls (GET), sends (POST) and the end
// of a polling line (DELETE). Each is checked for itself; then it opens a line or is brought to the line it belongs to.
import type { Clock } from '../clock.ts';
import type { HubRequest } from '../hub/hub-request.ts';
import type { TransportName } from '../hub/transport.ts';
import type { Counters } from '../metrics.ts';
import type { HubSettings } from '../settings.ts';
import type { Answer } from './answer.ts';
import type { Admission, Endpoint } from './endpoint.ts';
import type { Gate } from './gate.ts';
import type { Exchange, HttpLine } from './http-line.ts';
import { LongPollingTransport } from './long-polling-transport.ts';
import type { NegotiatedIds, TokenState } from './negotiated-ids.ts';
import { hubRequestFrom, withoutSecrets } from './read-hub-request.ts';
import { Refusal, refusals } from './refusal.ts';
import { ServerSentEventsTransport } from './server-sent-events-transport.ts';

export interface PlainConnectParts {
  readonly settings: HubSettings;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly gate: Gate;
  readonly ids: NegotiatedIds;
}

type FreshToken = Extract<TokenState, { state: 'fresh' }>;
type Stage = 'connect' | 'poll' | 'send' | 'delete';

interface Visit {
  readonly exchange: Exchange;
  readonly stage: Stage;
  readonly endpoint: Endpoint;
  readonly request: HubRequest;
}

export class PlainConnect {
  readonly #parts: PlainConnectParts;
  /** The open lines of this kind, by connection id. */
  readonly #lines = new Map<string, HttpLine>();

  constructor(parts: PlainConnectParts) {
    this.#parts = parts;
  }

  /** Looks at the deadlines of all lines. */
  tick(nowMs: number): void {
    for (const line of this.#lines.values()) line.tick(nowMs);
  }

  /** Answers the request, now or when there is something to say. Throws a Refusal. */
  async handle(exchange: Exchange, endpoint: Endpoint): Promise<void> {
    const { gate, ids } = this.#parts;
    const stage = stageOf(exchange);
    if (stage === null) throw new Refusal(refusals.otherMethod);
    const visit = { exchange, stage, endpoint, request: hubRequestFrom(exchange.request, stage) };
    const claimedId = ids.claimedId(visit.request.query.get('id') ?? '');
    if (claimedId !== null && this.#lines.has(claimedId)) {
      this.#serve(visit, await gate.enterAgain(visit.request, endpoint));
    } else {
      await gate.enter(visit.request, endpoint, (admission) => this.#serve(visit, admission));
    }
  }

  #serve(visit: Visit, admission: Admission): { hasOpened: boolean } {
    const { exchange, stage, endpoint } = visit;
    const token = this.#parts.gate.look(visit.request, endpoint, admission);
    if (token === null) throw new Refusal(refusals.noId);
    if (token.state === 'unknown') throw new Refusal(refusals.unknownId);
    if (token.state === 'live') {
      const refusal = refusalOnLive(stage, token.transport, endpoint);
      if (refusal !== null) throw new Refusal(refusal);
      this.#bring(exchange, stage, token.connectionId);
      return { hasOpened: false };
    }
    if (stage === 'delete') throw new Refusal(refusals.deleteNotPolling);
    // Sends and polls go to the node of their line: one that another node has issued cannot begin here.
    if (stage === 'send' || !token.isOurs) throw new Refusal(refusals.unknownId);
    return this.#open(visit, admission, token);
  }

  #bring(exchange: Exchange, stage: Stage, connectionId: string): void {
    const line = this.#lines.get(connectionId);
    if (stage === 'send') line?.post(exchange);
    else if (!(line instanceof LongPollingTransport)) throw new Refusal(refusals.unknownId);
    else if (stage === 'delete') line.delete(exchange);
    else line.poll(exchange);
  }

  #open(visit: Visit, admission: Admission, token: FreshToken): { hasOpened: boolean } {
    const { gate, ids } = this.#parts;
    const { exchange, endpoint } = visit;
    const { connectionId } = token;
    if (!endpoint.transports.has(transportOf(visit.stage))) throw new Refusal(refusals.transportOff);
    gate.refuseTooMany(endpoint, admission);
    // The client went while it was being let in; its token stays good.
    if (exchange.response.destroyed) return { hasOpened: false };
    ids.markUsed(token);
    const Line = visit.stage === 'connect' ? ServerSentEventsTransport : LongPollingTransport;
    const line = new Line(exchange, {
      ...this.#parts,
      onOver: () => this.#lines.delete(connectionId),
    });
    this.#lines.set(connectionId, line);
    try {
      admission.open({ transport: line, connectionId, request: withoutSecrets(visit.request) });
    } catch (error) {
      this.#lines.delete(connectionId);
      throw error;
    }
    return { hasOpened: true };
  }
}

/** A GET that accepts events asks for a stream of them, any other is a poll. Null for methods that no transport uses. */
function stageOf({ request }: Exchange): Stage | null {
  if (request.method === 'POST') return 'send';
  if (request.method === 'DELETE') return 'delete';
  if (request.method !== 'GET') return null;
  return /(^|,)\s*text\/event-stream\b/i.test(request.headers.accept ?? '') ? 'connect' : 'poll';
}

/** What a GET opens. */
function transportOf(stage: Stage): TransportName {
  return stage === 'connect' ? 'ServerSentEvents' : 'LongPolling';
}

/** Why a request cannot go to the open line that it names; null when it can. */
function refusalOnLive(stage: Stage, transport: TransportName, { transports }: Endpoint): Answer | null {
  if (stage === 'send') return transport === 'WebSockets' ? refusals.sendOnWebSocket : null;
  if (stage === 'delete') return transport === 'LongPolling' ? null : refusals.deleteNotPolling;
  const asked = transportOf(stage);
  if (!transports.has(asked)) return refusals.transportOff;
  if (transport !== asked) return refusals.otherTransport;
  return asked === 'ServerSentEvents' ? refusals.alreadyActive : null;
}
