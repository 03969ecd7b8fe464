// The users of a demonstration, to sign in as with one click. The server names them to a browser on its own machine only, and
// keeps their password.
import { useSettings } from '../stores/settings.ts';
import { Button } from '../ui/button.tsx';
import styles from './login-screen.module.css';

interface DemoUsersProps {
  readonly isBusy: boolean;
  readonly onChosen: (userId: string) => void;
}

export function DemoUsers({ isBusy, onChosen }: DemoUsersProps) {
  const users = useSettings((settings) => settings.demoUsers);
  if (users.length === 0) return null;
  return (
    <section className={styles.demo} aria-label="Users of the demonstration">
      <p className={styles.label}>Or sign in as a user of the demonstration</p>
      {users.map(({ userId, name, about }) => (
        <Button
          key={userId}
          className={styles.demoUser}
          aria-busy={isBusy}
          onClick={() => {
            if (!isBusy) onChosen(userId);
          }}
        >
          <span>{name}</span> <span className={styles.about}>{about}</span>
        </Button>
      ))}
    </section>
  );
}
