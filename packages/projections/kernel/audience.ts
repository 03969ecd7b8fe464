// The audience of a row: the users who may see it. Hub groups and HTTP reads derive from the audience, which is decided only here.

export type Audience =
  /** All users of the market. */
  | { readonly kind: 'everyone' }
  | { readonly kind: 'member'; readonly member: string }
  | { readonly kind: 'dealer'; readonly member: string; readonly dealer: string };

/** A user who requests rows. */
export interface Viewer {
  readonly userId: string;
  readonly member: string;
  /** For a user with own-only visibility, the dealer whose rows it sees; null or omitted for all rows of the member. */
  readonly onlyDealer?: string | null;
}

/**
 * The owner of a row within its member: a dealer, or null until a dealer acts on it. It is omitted for accounts, because an account
 * contains the deals of all dealers.
 */
interface OwnedRow {
  readonly member: string;
  readonly dealer?: string | null;
}

export const everyone: Audience = { kind: 'everyone' };

export const memberAudience = (member: string): Audience => ({ kind: 'member', member });

export const dealerAudience = (member: string, dealer: string): Audience => ({
  kind: 'dealer',
  member,
  dealer,
});

export const audienceOf = ({ member, onlyDealer }: Viewer): Audience =>
  onlyDealer == null ? memberAudience(member) : dealerAudience(member, onlyDealer);

export function isInAudience(audience: Audience, { member, dealer }: OwnedRow): boolean {
  if (audience.kind === 'everyone') return true;
  if (audience.member !== member) return false;
  return audience.kind === 'member' || dealer === null || dealer === audience.dealer;
}

export const maySee = (viewer: Viewer, row: OwnedRow): boolean => isInAudience(audienceOf(viewer), row);

/** One name for each audience, the same wherever a stream or a hub group is kept for it. */
export function audienceName(audience: Audience): string {
  switch (audience.kind) {
    case 'everyone':
      return 'announcements';
    case 'member':
      return `member:${audience.member}`;
    case 'dealer':
      return `dealer:${audience.member}/${audience.dealer}`;
  }
}
