// The groups of the market hub. A client asks for groups by plain names; whose they are comes from the token alone.

import { audienceName, audienceOf, type Viewer } from '@openpit/projections';
import { HubError } from '@openpit/signalr-server';

export const contractGroup = (contract: string): string => `contract:${contract}`;
export const depthGroup = (displaySeq: number): string => `depth:${displaySeq}`;
/** Who is told what this viewer is told of his member. */
export const ownGroup = (viewer: Viewer): string => audienceName(audienceOf(viewer));
export const userGroup = (userId: string): string => `user:${userId}`;
export const announcementsGroup = 'announcements';
export const instrumentGroup = (instrument: string): string => `instrument:${instrument}`;
/** Who hears of new strikes of an instrument. */
export const strikesGroup = (instrument: string): string => `strikes:${instrument}`;
/** Who hears of the running day's trend of a contract. */
export const trendGroup = (contract: string): string => `trend:${contract}`;
/** Connections that show prices and want to know that the feed lives. */
export const feedGroup = 'feed';

/**
 * The group that a client means by a name: `member`, `user`, `announcements`, `instrument:WMAZ`. Throws HubError for a
 * name that is unknown or carries somebody else's id.
 */
export function askedGroup(name: string, user: Viewer, knowsInstrument: (code: string) => boolean): string {
  const [kind = '', id] = splitOnce(name);
  if (kind === 'announcements' && id === undefined) return announcementsGroup;
  if (kind === 'member' && (id === undefined || id === user.member)) return ownGroup(user);
  if (kind === 'user' && (id === undefined || id === user.userId)) return userGroup(user.userId);
  if (kind === 'instrument' && id !== undefined && knowsInstrument(id)) return instrumentGroup(id);
  if (kind === 'member' || kind === 'user')
    throw new HubError(`The group "${name}" belongs to somebody else.`);
  throw new HubError(
    `There is no group "${name}". There are member, user, announcements and instrument:CODE.`,
  );
}

function splitOnce(name: string): [string, string | undefined] {
  const at = name.indexOf(':');
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
}
