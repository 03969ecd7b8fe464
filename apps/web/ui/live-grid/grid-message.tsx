// The message in place of rows: the reason why there are none, and the action that helps.
import { Button } from '../button.tsx';
import type { GridMessage } from './grid-column.ts';
import styles from './grid-message.module.css';

export function GridMessageView({ message }: { readonly message: GridMessage }) {
  const { kind, title, detail, action } = message;
  return (
    <div className={styles.message} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <p className={styles.title}>{title}</p>
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
      {action !== undefined && (
        <Button size="small" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
