// Where the browser's part begins: the theme before anything is seen, the stored session, then the screens.
import '@fontsource-variable/inter/wght.css';
import '../ui/tokens.css';
import '../ui/base.css';
import './page.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showToast } from '../notices/toasts.ts';
import { takeKeptToast } from '../session/kept-toast.ts';
import { adoptStoredToken, startTokenChecks, watchSession } from '../session/stored-session.ts';
import { loadClientSettings } from '../startup/client-settings.ts';
import { applyTheme } from '../stores/theme.ts';
import { router } from './router.tsx';

applyTheme(document.documentElement);
adoptStoredToken();
watchSession();
void loadClientSettings().then(startTokenChecks);
const keptToast = takeKeptToast(sessionStorage);
if (keptToast !== null) showToast(keptToast);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the application.');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
