// Lets a request in or throws a Refusal, in this order: is the server open, is there room, who is it, is the connection
// token good, has the user too many connections. Every request passes here, also those of a line that is open.

import type { HubRequest } from '../hub/hub-request.ts';
import type { Counters } from '../metrics.ts';
import type { HubSettings } from '../settings.ts';
import { textAnswer, unauthorized } from './answer.ts';
import type { Admission, Endpoint } from './endpoint.ts';
import type { NegotiatedIds, TokenState } from './negotiated-ids.ts';
import { Refusal, refusals } from './refusal.ts';

export interface GateParts {
  readonly settings: HubSettings;
  readonly counters: Counters;
  readonly ids: NegotiatedIds;
}

export class Gate {
  readonly #parts: GateParts;
  #isClosed = false;

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** From now on nobody new is let in. */
  close(): void {
    this.#isClosed = true;
  }

  /**
   * Admits somebody new and gives the result of `use`. Meanwhile he counts as pending, and also afterwards if `use` has
   * opened a line: the line takes itself off when it is through its handshake.
   */
  async enter<Result extends { readonly hasOpened: boolean }>(
    request: HubRequest,
    endpoint: Endpoint,
    use: (admission: Admission) => Result | Promise<Result>,
  ): Promise<Result> {
    this.#takePending();
    let hasOpened = false;
    try {
      const admission = await admitted(request, endpoint);
      if (this.#isClosed) throw new Refusal(refusals.closing);
      const result = await use(admission);
      hasOpened = result.hasOpened;
      return result;
    } finally {
      if (!hasOpened) this.#parts.counters.pendingConnections--;
    }
  }

  /** Admits somebody who says that he has an open line; such requests are served to the end. */
  enterAgain(request: HubRequest, endpoint: Endpoint): Promise<Admission> {
    return admitted(request, endpoint);
  }

  /** What the connection token of the request is worth; null when there is none. */
  look(request: HubRequest, endpoint: Endpoint, admission: Admission): TokenState | null {
    const id = request.query.get('id');
    if (id === null || id === '') return null;
    const scope = { path: endpoint.path, userId: admission.userId };
    return this.#parts.ids.look(id, scope, (connectionId) => endpoint.transportOf(connectionId));
  }

  /** Whether the user may have no further connection; counted if so. */
  hasTooMany(endpoint: Endpoint, { userId }: Admission): boolean {
    const { counters, settings } = this.#parts;
    if (userId === null || endpoint.connectionCountOf(userId) < settings.connectionsPerUser) return false;
    counters.breaches.connectionsPerUser++;
    return true;
  }

  refuseTooMany(endpoint: Endpoint, admission: Admission): void {
    if (!this.hasTooMany(endpoint, admission)) return;
    throw new Refusal(textAnswer(429, this.tooManyText(), { 'Retry-After': '30' }));
  }

  tooManyText(): string {
    return `You have ${this.#parts.settings.connectionsPerUser} open connections, which is the most for one user. Close some and try again.`;
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
}

async function admitted(request: HubRequest, endpoint: Endpoint): Promise<Admission> {
  const admission = await endpoint.admit(request);
  if (admission === null) throw new Refusal(unauthorized);
  return admission;
}
