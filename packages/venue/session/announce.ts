// An announcement to the whole market, as the operator or the schedule makes it.
import type { Announce } from '../commands.ts';
import type { Handling, VenueState } from '../state.ts';

export function announce(state: VenueState, { announcement, message }: Announce, handling: Handling): void {
  const id = state.nextAnnouncementId;
  state.nextAnnouncementId += 1;
  handling.tell({ kind: 'announcementMade', id, announcement, message });
}
