// What all forms of deals have in common: the deals before and after, around the fields of the form.
import type { DealRow, UserCommandKind } from '@openpit/wire';
import type { ReactNode } from 'react';
import { CommandDialog } from '../order-form/command-dialog.tsx';
import { type CommandFormTerms, useCommandForm } from '../order-form/use-command-form.ts';
import type { DealFacts } from '../panels/deals/use-deal-facts.ts';
import { cx } from '../ui/class-names.ts';
import styles from './deal-form.module.css';
import type { DealLines } from './deal-lines.ts';

/** What every form of deals is given. */
export interface DealFormProps {
  /** The chosen deals as they are now; at least one. */
  readonly deals: readonly [DealRow, ...DealRow[]];
  readonly facts: DealFacts;
  readonly closedReason: string | null;
  readonly onClose: () => void;
}

/** What the fields of a form make of the deals. */
export interface DealFormView<Kind extends UserCommandKind, Fields extends object> {
  readonly title: string;
  /** What will happen, in a sentence; what can be chosen, while it is not known yet. */
  readonly noteOf: (fields: Fields) => ReactNode;
  readonly linesOf: (fields: Fields) => readonly DealLines[];
  readonly terms: Omit<CommandFormTerms<Kind, Fields>, 'closedReason'>;
  readonly fieldsOf: (form: {
    readonly fields: Fields;
    readonly isFixed: boolean;
    readonly edit: (change: Partial<Fields>) => void;
  }) => ReactNode;
}

export function DealForm<Kind extends UserCommandKind, Fields extends object>(
  props: DealFormView<Kind, Fields> & Pick<DealFormProps, 'closedReason' | 'onClose'>,
) {
  const { title, noteOf, linesOf, terms, fieldsOf, closedReason, onClose } = props;
  const form = useCommandForm({ ...terms, closedReason });
  const { fields } = form;
  return (
    <CommandDialog title={title} note={noteOf(fields)} {...form.dialog} onClose={onClose}>
      {fieldsOf(form)}
      {linesOf(fields).map((group) => (
        <LinesView key={group.caption} {...group} />
      ))}
    </CommandDialog>
  );
}

function LinesView({ caption, lines }: DealLines) {
  return (
    <section className={styles.group} aria-label={caption}>
      <h3 className={styles.caption}>{caption}</h3>
      <ul className={styles.lines}>
        {lines.map(({ name, terms, side, parties }) => (
          <li key={name} className={styles.line}>
            <span className={styles.name}>{name}</span>
            <span className={cx(styles.terms, side === 'B' ? styles.buy : styles.sell)}>{terms}</span>
            <span className={styles.parties}>{parties}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
