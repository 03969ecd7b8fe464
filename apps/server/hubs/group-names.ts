// The groups of the market hub. A client asks for groups by plain names; whose they are comes from the token alone.
import { HubError } from '@openpit/signalr-server';
import type { HubUser } from './hub-user.ts';

export const contractGroup = (contract: string): string => `contract:${contract}`;
export const depthGroup = (displaySeq: number): string => `depth:${displaySeq}`;
export const memberGroup = (member: string): string => `member:${member}`;
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
export function askedGroup(name: string, user: HubUser, knowsInstrument: (code: string) => boolean): string {
  const [kind = '', id] = splitOnce(name);
  if (kind === 'announcements' && id === undefined) return announcementsGroup;
  if (kind === 'member' && (id === undefined || id === user.member)) return memberGroup(user.member);
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
