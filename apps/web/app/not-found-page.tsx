// Shown for an address without a screen.
import { Link } from 'wouter';
import { loginAddress, tradingAddress } from './addresses.ts';
import { PageMessage } from './page-message.tsx';

export function NotFoundPage() {
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
