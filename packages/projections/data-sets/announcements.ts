// The business day's announcements, for everyone.
import type { EventOrigin, VenueEvent } from '@openpit/venue';
import type { Announcement } from '@openpit/wire';

export class Announcements {
  #today: Announcement[] = [];

  /** Returns the announcement that the event is, or null. */
  apply(event: VenueEvent, { at }: EventOrigin): Announcement | null {
    if (event.kind === 'dayEnded') this.#today = [];
    if (event.kind !== 'announcementMade') return null;
    const announcement = { id: event.id, at, kind: event.announcement, message: event.message };
    this.#today.push(announcement);
    return announcement;
  }

  rows(): readonly Announcement[] {
    return this.#today;
  }

  save(): readonly Announcement[] {
    return this.#today;
  }

  load(rows: readonly Announcement[]): void {
    this.#today = [...rows];
  }
}
