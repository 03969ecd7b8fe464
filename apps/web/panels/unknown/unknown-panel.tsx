// Shown in place of a panel that this version does not have. The layout keeps the panel for a version that
// has it.
import styles from './unknown-panel.module.css';

export function UnknownPanel({ component }: { readonly component: string }) {
  return (
    <div className={styles.unknown}>
      <p className={styles.title}>“{component}” is not part of this version.</p>
      <p className={styles.detail}>The layout keeps the panel. Close it here if you no longer want it.</p>
    </div>
  );
}
