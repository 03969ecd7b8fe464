// Announcements to the whole market, made by the operator, the schedule, or the market itself.

import type { AnnouncementKind } from '@openpit/terms';
import type { CommandContext } from '../kernel/command-context.ts';
import { byOperator } from '../kernel/command-entry.ts';
import type { EventKinds } from '../kernel/venue-module.ts';

/** Announces something to everyone. */
export interface Announce {
  readonly kind: 'announce';
  readonly announcement: AnnouncementKind;
  readonly message: string;
}

export interface AnnouncementMade {
  readonly kind: 'announcementMade';
  readonly id: number;
  readonly announcement: AnnouncementKind;
  readonly message: string;
}

export interface AnnouncementCounter {
  nextId: number;
}

export interface AnnouncementsState {
  readonly announcements: AnnouncementCounter;
}

type AnnouncementsContext = CommandContext<AnnouncementsState, AnnouncementMade>;

export function announce(
  { state, emit }: AnnouncementsContext,
  announcement: AnnouncementKind,
  message: string,
): void {
  const id = state.announcements.nextId;
  state.announcements.nextId += 1;
  emit({ kind: 'announcementMade', id, announcement, message });
}

export const announcementsModule = {
  name: 'announcements',
  events: { announcementMade: true } satisfies EventKinds<AnnouncementMade>,
  slice: {
    empty: (): AnnouncementCounter => ({ nextId: 1 }),
    save: ({ nextId }: AnnouncementCounter): AnnouncementCounter => ({ nextId }),
    load: ({ nextId }: AnnouncementCounter): AnnouncementCounter => ({ nextId }),
  },
  commands: {
    announce: byOperator((context: AnnouncementsContext, { announcement, message }: Announce) => {
      announce(context, announcement, message);
      return null;
    }),
  },
} as const;
