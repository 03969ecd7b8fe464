// The groups of the market hub. Clients request groups by plain names; member and user come only from the token.
import { audienceName, audienceOf, type MarketView, type Viewer } from '@openpit/projections';

/** A method of the hub cannot carry out the request; the message is for the client. */
export class InvocationRejected extends Error {
  override name = 'InvocationRejected';
}

export const contractGroup = (contract: string): string => `contract:${contract}`;
export const depthGroup = (displaySeq: number): string => `depth:${displaySeq}`;
/** The part of the member's data sets that this viewer may see. */
export const memberGroup = (viewer: Viewer): string => audienceName(audienceOf(viewer));
export const userGroup = (userId: string): string => `user:${userId}`;
export const announcementsGroup = 'announcements';
/** Subscribers to the new strikes of an instrument. */
export const strikesGroup = (instrument: string): string => `strikes:${instrument}`;
/** Subscribers to the current day's trend of a contract. */
export const trendGroup = (contract: string): string => `trend:${contract}`;
/** All connections: each checks that the feed is alive. */
export const feedGroup = 'feed';

/** The groups that a client may request by name. Member and user may be followed by their own id: `member:KAND`. */
export const requestableGroups = ['member', 'user', 'announcements'] as const;
export type RequestableGroup = (typeof requestableGroups)[number];

/** Throws InvocationRejected for a name that is unknown or names another member or user. */
export function requestedGroup(name: string, user: Viewer): string {
  const [kind = '', id] = splitOnce(name);
  if (kind === 'announcements' && id === undefined) return announcementsGroup;
  if (kind === 'member' && (id === undefined || id === user.member)) return memberGroup(user);
  if (kind === 'user' && (id === undefined || id === user.userId)) return userGroup(user.userId);
  if (kind === 'member' || kind === 'user')
    throw new InvocationRejected(`The group "${name}" belongs to somebody else.`);
  if (kind === 'instrument')
    throw new InvocationRejected(
      `There is no group "${name}". Subscribe to the contracts of an instrument, and SubscribeToStrike to its new strikes.`,
    );
  throw new InvocationRejected(
    `There is no group "${name}". The groups are ${requestableGroups.join(', ')}.`,
  );
}

function splitOnce(name: string): [string, string | undefined] {
  const at = name.indexOf(':');
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
}

/** The viewer that this user is by the current rights; without a member if the market does not know the user. */
export function viewerOf(userId: string, { rights }: Pick<MarketView, 'rights'>): Viewer {
  const { member = '', onlyDealer = null } = rights.of(userId) ?? {};
  return { userId, member, onlyDealer };
}
