// Rejects commands while too many others wait for their replies: before body and journal, so that those that were taken are answered
// soon. Deletes and suspends go on, so that a dealer can leave an overloaded market.
import { type UserCommandKind, userCommands } from '@openpit/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLeaving, marketBusy } from '../sequencer/command-queue.ts';

/** How many commands may wait for their replies, whatever the reason. A usual machine answers this number in less than a second. */
export const maxUnanswered = 2_000;

const kinds = Object.keys(userCommands) as UserCommandKind[];
const shedPaths: ReadonlySet<string | undefined> = new Set(
  kinds.filter((kind) => !isLeaving(kind)).map((kind) => userCommands[kind].path),
);

/** Returns what each call within the limits of its user passes: it throws FloorUnavailable. `onShed` is called for each rejected command. */
export function shedCommands(onShed: () => void) {
  let unanswered = 0;
  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (!shedPaths.has(request.routeOptions.url)) return;
    if (unanswered >= maxUnanswered) {
      onShed();
      throw marketBusy();
    }
    unanswered += 1;
    let isAnswered = false;
    const answered = () => {
      if (!isAnswered) unanswered -= 1;
      isAnswered = true;
    };
    reply.raw.once('finish', answered);
    // Without the other when the client is gone.
    reply.raw.once('close', answered);
  };
}
