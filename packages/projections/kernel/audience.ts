// Who may see a row. Decided here and nowhere else: hub groups and HTTP reads derive from it.

export type Audience =
  | { readonly kind: 'member'; readonly member: string }
  | { readonly kind: 'dealer'; readonly member: string; readonly dealer: string };

/** Someone who asks to see rows. */
export interface Viewer {
  readonly userId: string;
  readonly member: string;
  /** The dealer whose rows alone a user with own-only visibility sees; null or left out for all of the member's. */
  readonly onlyDealer?: string | null;
}

/**
 * Whose a row is within its member: a dealer's; any dealer's who will act on it (null); or an account's, in which the deals
 * of all dealers are together (left out).
 */
export interface MemberRow {
  readonly member: string;
  readonly dealer?: string | null;
}

export const memberAudience = (member: string): Audience => ({ kind: 'member', member });

export const dealerAudience = (member: string, dealer: string): Audience => ({
  kind: 'dealer',
  member,
  dealer,
});

/** The audience to which a viewer belongs. */
export const audienceOf = ({ member, onlyDealer }: Viewer): Audience =>
  onlyDealer == null ? memberAudience(member) : dealerAudience(member, onlyDealer);

export function isInAudience(audience: Audience, { member, dealer }: MemberRow): boolean {
  if (audience.member !== member) return false;
  return audience.kind === 'member' || dealer === null || dealer === audience.dealer;
}

export const maySee = (viewer: Viewer, row: MemberRow): boolean => isInAudience(audienceOf(viewer), row);

/** One name for each audience, the same wherever a stream or a hub group is kept for it. */
export const audienceName = (audience: Audience): string =>
  audience.kind === 'member' ? `member:${audience.member}` : `dealer:${audience.member}/${audience.dealer}`;
