// The entry of the web application: the theme before anything is shown, the stored session, then the screens.
import '@fontsource-variable/inter/wght.css';
import '../ui/tokens.css';
import '../ui/base.css';
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showToast } from '../notices/toasts.ts';
import { keepInstallOffer, showAppBadge } from '../pwa/installed-app.ts';
import { followUpdates, keepOffline } from '../pwa/updates.ts';
import { adoptStoredToken, followSession, startTokenChecks } from '../session/stored-session.ts';
import { loadClientSettings } from '../startup/start-delay.ts';
import { checkStorage, storageSentences, useStorageFault } from '../stores/browser-storage.ts';
import { followOnline } from '../stores/connection.ts';
import { applyTheme } from '../stores/theme.ts';
import { takeLogoutToast } from '../transport/logout.ts';
import { marketInPage } from '../transport/market-in-page.ts';
import { Screens } from './screens.tsx';

const sayStorageFault = () => {
  const { fault } = useStorageFault.getState();
  if (fault !== null) showToast({ type: 'warning', message: storageSentences[fault], length: 15_000 });
};
// Modules that were imported above may have met a fault before any listener existed.
checkStorage();
sayStorageFault();
useStorageFault.subscribe(sayStorageFault);
applyTheme();
followOnline();
const inPage = marketInPage();
if (inPage === null) {
  followUpdates();
  keepOffline();
  keepInstallOffer();
}
// Trading counts again.
showAppBadge(0);
adoptStoredToken();
followSession();
void loadClientSettings().then(startTokenChecks);
const logoutToast = takeLogoutToast();
if (logoutToast !== null) showToast(logoutToast);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the application.');
createRoot(root).render(<StrictMode>{inPage === null ? <Screens /> : inPage.frame(<Screens />)}</StrictMode>);
