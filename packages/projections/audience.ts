// Who may see a row. Decided here and nowhere else: hub groups and HTTP reads derive from it (design §1, Scope).

export type Audience =
  | { readonly kind: 'all' }
  | { readonly kind: 'member'; readonly member: string }
  | { readonly kind: 'dealer'; readonly member: string; readonly dealer: string }
  | { readonly kind: 'user'; readonly userId: string };

/** What is known of someone who asks to see. */
export interface Viewer {
  readonly userId: string;
  readonly member: string;
  /** The dealer whose rows alone a user may see who is kept to his own; left out or null where he sees his member's. */
  readonly onlyDealer?: string | null;
}

export const everyone: Audience = { kind: 'all' };
export const ofMember = (member: string): Audience => ({ kind: 'member', member });

export const ofDealer = (member: string, dealer: string): Audience => ({ kind: 'dealer', member, dealer });

/** With whom a viewer is told what belongs to his member: with all of its dealers, or alone what is his. */
export const audienceOf = ({ member, onlyDealer }: Viewer): Audience =>
  onlyDealer == null ? ofMember(member) : ofDealer(member, onlyDealer);

/**
 * What a row says of whose it is within its member: a dealer's; anybody's who will deal with it (null); or of an account, in which
 * the deals of all dealers are together (undefined).
 */
export interface MemberRow {
  readonly member: string;
  readonly dealer?: string | null;
}

export function mayHear(audience: Audience, { member, dealer }: MemberRow): boolean {
  switch (audience.kind) {
    case 'all':
    case 'user':
      return false;
    case 'member':
      return audience.member === member;
    case 'dealer':
      return audience.member === member && (dealer === null || dealer === audience.dealer);
  }
}

export const maySee = (viewer: Viewer, row: MemberRow): boolean => mayHear(audienceOf(viewer), row);

/** One name for each audience, the same wherever a stream or a group is kept for it. */
export function audienceName(audience: Audience): string {
  if (audience.kind === 'all') return 'all';
  if (audience.kind === 'dealer') return `dealer:${audience.member}/${audience.dealer}`;
  return audience.kind === 'member' ? `member:${audience.member}` : `user:${audience.userId}`;
}
