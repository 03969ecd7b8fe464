// The notice of an announcement of the exchange. Its subject and time identify it, so that the list of notices has it once,
// whether the hub brought it or GetAnnouncements did (API-7).
import type { Announcement } from '@openpit/wire';
import type { NewToast } from './toasts.ts';

export function announcementToast({
  id,
  at,
  message,
}: Pick<Announcement, 'id' | 'at' | 'message'>): NewToast {
  return { type: 'info', message, at, priority: 'news', subject: `announcement ${id}` };
}
