// Who may see a row. Decided only here: hub groups and HTTP reads derive from it.

export type Audience =
  | { readonly kind: 'member'; readonly member: string }
  | { readonly kind: 'dealer'; readonly member: string; readonly dealer: string };

/** A user who requests rows. */
export interface Viewer {
  readonly userId: string;
  readonly member: string;
  /** For a user with own-only visibility, the dealer whose rows it sees; null or left out for all rows of the member. */
  readonly onlyDealer?: string | null;
}

/**
 * The owner of a row within its member: a dealer; any dealer, until one acts on it (null); or an account,
 * which has the deals of all dealers (left out).
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
