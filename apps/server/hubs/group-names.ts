// The groups of the market hub. A client asks for groups by plain names; member and user come from the token alone.
import { audienceName, audienceOf, type Viewer } from '@openpit/projections';
import { HubError } from '@openpit/signalr-server';

export const contractGroup = (contract: string): string => `contract:${contract}`;
export const depthGroup = (displaySeq: number): string => `depth:${displaySeq}`;
/** What this viewer may see of the member's data sets. */
export const memberGroup = (viewer: Viewer): string => audienceName(audienceOf(viewer));
export const userGroup = (userId: string): string => `user:${userId}`;
export const announcementsGroup = 'announcements';
export const instrumentGroup = (instrument: string): string => `instrument:${instrument}`;
/** Subscribers to the new strikes of an instrument. */
export const strikesGroup = (instrument: string): string => `strikes:${instrument}`;
/** Subscribers to the current day's trend of a contract. */
export const trendGroup = (contract: string): string => `trend:${contract}`;
/** All connections: each checks that the feed is alive. */
export const feedGroup = 'feed';

/**
 * The group that a client requests by name: `member`, `user`, `announcements`, `instrument:WMAZ`. Throws HubError for a
 * name that is unknown or names another member or user.
 */
export function requestedGroup(
  name: string,
  user: Viewer,
  knowsInstrument: (code: string) => boolean,
): string {
  const [kind = '', id] = splitOnce(name);
  if (kind === 'announcements' && id === undefined) return announcementsGroup;
  if (kind === 'member' && (id === undefined || id === user.member)) return memberGroup(user);
  if (kind === 'user' && (id === undefined || id === user.userId)) return userGroup(user.userId);
  if (kind === 'instrument' && id !== undefined && knowsInstrument(id)) return instrumentGroup(id);
  if (kind === 'member' || kind === 'user')
    throw new HubError(`The group "${name}" belongs to somebody else.`);
  throw new HubError(
    `There is no group "${name}". The groups are member, user, announcements and instrument:CODE.`,
  );
}

function splitOnce(name: string): [string, string | undefined] {
  const at = name.indexOf(':');
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
}
