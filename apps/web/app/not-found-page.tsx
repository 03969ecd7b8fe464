// An address that no screen has.
import { Link } from '@tanstack/react-router';
import { PageMessage } from './page-message.tsx';

export function NotFoundPage() {
  return (
    <PageMessage title="There is no such page">
      <p>
        Nothing is found at <strong>{location.pathname}</strong>. The address may have been mistyped, or the
        link may be old.
      </p>
      <p>
        <Link to="/app/trading">Go to Trading</Link>, or <Link to="/authentication/login">sign in</Link>.
      </p>
    </PageMessage>
  );
}
