// The screens by address (ROUTE-1 to 4). A guard decides before the chunk of its screen is requested.
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { ToastView } from '../notices/toast-view.tsx';
import { OfflineDialog, UpdatePrompt } from '../pwa/prompts.tsx';
import { LoginScreen } from '../session/login-screen.tsx';
import { tokenForScreens } from '../session/stored-session.ts';
import { enterTrading } from '../startup/start-delay.ts';
import { FailureBoundary, PageMessage } from './failure-page.tsx';

// The addresses of the screens.
const loginAddress = '/authentication/login';
const tradingAddress = '/app/trading';

const TradingPage = lazy(async () => {
  enterTrading();
  const module = await import('./trading-page.tsx');
  return { default: module.TradingPage };
});

export function Screens() {
  return (
    <>
      <FailureBoundary>
        <Suspense fallback={null}>
          <Switch>
            <Route path="/">
              <Redirect to={loginAddress} replace />
            </Route>
            <Route path={loginAddress}>
              <Guard key="signed out" admits="missing" otherwise={tradingAddress}>
                <LoginPage />
              </Guard>
            </Route>
            <Route path="/app">
              <Guard key="signed in" admits="valid" otherwise={loginAddress}>
                <Redirect to={tradingAddress} replace />
              </Guard>
            </Route>
            <Route path={tradingAddress}>
              <Guard key="signed in" admits="valid" otherwise={loginAddress}>
                <TradingPage />
              </Guard>
            </Route>
            <Route>
              <NotFoundPage />
            </Route>
          </Switch>
        </Suspense>
      </FailureBoundary>
      <ToastView />
      <UpdatePrompt />
      <OfflineDialog />
    </>
  );
}

interface GuardProps {
  /** The screen is shown in this state of the stored token. */
  readonly admits: 'missing' | 'valid';
  /** The address that a user in the other state is sent to. */
  readonly otherwise: string;
  readonly children: ReactNode;
}

function Guard({ admits, otherwise, children }: GuardProps) {
  const [token] = useState(tokenForScreens);
  if (token === 'ended') return null;
  return token === admits ? children : <Redirect to={otherwise} replace />;
}

function LoginPage() {
  const [, navigate] = useLocation();
  return <LoginScreen onSignedIn={() => navigate(tradingAddress, { replace: true })} />;
}

/** Shown for an address without a screen. */
function NotFoundPage() {
  return (
    <PageMessage title="Page not found">
      <p>
        There is no page at <strong>{location.pathname}</strong>. The address may be mistyped, or the link may
        be old.
      </p>
      <p>
        <Link to={tradingAddress}>Go to Trading</Link>, or <Link to={loginAddress}>sign in</Link>.
      </p>
    </PageMessage>
  );
}
