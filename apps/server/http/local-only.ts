// Calls that are for programs and people on this machine, unless `--expose` names them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForThisMachine, isFromThisMachine } from './same-machine.ts';

/** What `--expose` can open to other machines: /metrics, and the description of the calls at /api/docs. */
export const exposable = ['metrics', 'docs'] as const;
export type Exposable = (typeof exposable)[number];

/**
 * A hook for which a call from another machine does not exist. It reads the socket and no forwarding header; the Host header
 * must name this machine, because a page of any site can reach the loopback under its own name (DNS rebinding).
 */
export async function localOnly(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (isFromThisMachine(request.raw) && isForThisMachine(request.raw)) return;
  reply.callNotFound();
  return reply;
}
