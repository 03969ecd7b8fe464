// A page that says one thing and what can be done about it: for addresses that lead nowhere and for failures.
import type { ReactNode } from 'react';
import styles from './page-message.module.css';

export function PageMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </section>
    </main>
  );
}
