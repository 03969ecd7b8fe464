// The main API of this page's server: calls carry the signed-in user's token, failures show as toasts, and a 401 ends
// the session by the listener of session/.
import { showToast } from '../notices/toasts.ts';
import { useSession } from '../stores/session.ts';
import { createHttpClient } from './client.ts';

let endSession: () => void = () => {
  throw new Error('Nobody listens for the end of the session.');
};

/** Sets the listener for the answer that the server does not accept the token. */
export function onUnauthorized(listener: () => void): void {
  endSession = listener;
}

export const callMainApi = createHttpClient({
  origin: '',
  token: () => useSession.getState().token,
  showError: (message) => {
    showToast({ type: 'error', message });
  },
  onUnauthorized: () => endSession(),
});
