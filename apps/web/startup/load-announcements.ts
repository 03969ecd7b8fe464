// The announcements of the business day that this page has not received: those from before the sign-in and those that were made
// while the connection was lost (API-7). They are listed among the notices; no toast shows them.
import { getAnnouncements } from '../http/static-data.ts';
import { announcementToast } from '../notices/announcement-toast.ts';
import { listPastNotices } from '../notices/past-notices.ts';
import { useConnection } from '../stores/connection.ts';

/** Loads them each time the market connection is made. */
export function followAnnouncements(): void {
  useConnection.subscribe((now, before) => {
    if (now.market === 'Connected' && before.market !== 'Connected') void loadAnnouncements();
  });
}

/** Never rejects: without an answer the list has only what the hub brought. */
export async function loadAnnouncements(): Promise<void> {
  const result = await getAnnouncements();
  if (result.kind === 'ok') listPastNotices(result.value.map(announcementToast));
  else console.warn(`The announcements of the day could not be loaded: ${result.errorText}`);
}
