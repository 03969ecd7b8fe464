// Who may see a row. Decided here and nowhere else: hub groups and HTTP reads derive from it (design §1, Scope).

export type Audience =
  | { readonly kind: 'all' }
  | { readonly kind: 'member'; readonly member: string }
  | { readonly kind: 'user'; readonly userId: string };

/** What is known of someone who asks to see. */
export interface Viewer {
  readonly userId: string;
  readonly member: string;
}

export const everyone: Audience = { kind: 'all' };
export const ofMember = (member: string): Audience => ({ kind: 'member', member });

export function maySee(viewer: Viewer, audience: Audience): boolean {
  if (audience.kind === 'all') return true;
  return audience.kind === 'member' ? audience.member === viewer.member : audience.userId === viewer.userId;
}

/** One name for each audience, the same wherever a stream or a group is kept for it. */
export function audienceName(audience: Audience): string {
  if (audience.kind === 'all') return 'all';
  return audience.kind === 'member' ? `member:${audience.member}` : `user:${audience.userId}`;
}

/** A row with its key and those who may see it. */
export interface Projected<Row> {
  readonly key: string | number;
  readonly audience: Audience;
  readonly row: Row;
}
