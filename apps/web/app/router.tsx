// The routes (ROUTE-1 to 4). A guard runs before the chunk of its screen is loaded.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ToastView } from '../notices/toast-view.tsx';
import { LoginScreen } from '../session/login-screen.tsx';
import { guardSignedIn, guardSignedOut } from '../session/route-guards.ts';
import { FailurePage } from './failure-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ToastView />
    </>
  ),
  notFoundComponent: NotFoundPage,
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/authentication/login', replace: true });
  },
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authentication/login',
  beforeLoad: async () => {
    if ((await guardSignedOut()) === 'toTrading') throw redirect({ to: '/app/trading', replace: true });
  },
  component: LoginPage,
});

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: async () => {
    if ((await guardSignedIn()) === 'toLogin') throw redirect({ to: '/authentication/login', replace: true });
  },
});

const appStartRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/trading', replace: true });
  },
});

const tradingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/trading',
  component: lazyRouteComponent(() => import('./trading-page.tsx'), 'TradingPage'),
});

function LoginPage() {
  const navigate = loginRoute.useNavigate();
  return <LoginScreen onSignedIn={() => void navigate({ to: '/app/trading', replace: true })} />;
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    loginRoute,
    appRoute.addChildren([appStartRoute, tradingRoute]),
  ]),
  defaultErrorComponent: FailurePage,
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
