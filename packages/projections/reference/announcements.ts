// The business day's announcements, for everyone.
import type { Announcement } from '@openpit/wire';
import type { EventHandlers, Projection } from '../kernel/projection.ts';

export class Announcements implements Projection {
  #today: Announcement[] = [];

  readonly on: EventHandlers = {
    dayEnded: () => {
      this.#today = [];
    },
    announcementMade: ({ id, announcement: kind, message }, { at }, changes) => {
      const announcement = { id, at, kind, message };
      this.#today.push(announcement);
      changes.announce(announcement);
    },
  };

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
