// A page with one message and the ways to continue: for unknown addresses and for failures.
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
