// What all forms of deals have in common: the deals before and after, around the fields of the form.
import type { DealRow, UserCommandKind } from '@openpit/wire';
import type { ReactNode } from 'react';
import type { DealFacts } from '../../panels/deals/panel.tsx';
import { useStoreRows, useStoreStatus } from '../../panels/sources/use-store.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { cx } from '../../ui/button.tsx';
import { formatSigned } from '../../ui/format.ts';
import { CommandDialog } from '../ticket/command-dialog.tsx';
import { type CommandFormTerms, useCommandForm } from '../ticket/use-command-form.ts';
import styles from './deal-form.module.css';
import type { DealLines } from './deal-lines.ts';
import { positionsAfter, type ReplacedDeals } from './positions-after.ts';

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
  /** The own deals that the action replaces and makes; left out where no position changes, null while a choice is missing. */
  readonly replacedOf?: (fields: Fields) => ReplacedDeals | null;
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
  const { title, noteOf, linesOf, replacedOf, terms, fieldsOf, closedReason, onClose } = props;
  const form = useCommandForm({ ...terms, closedReason });
  const { fields } = form;
  const replaced = replacedOf?.(fields) ?? null;
  return (
    <CommandDialog title={title} note={noteOf(fields)} {...form.dialog} onClose={onClose}>
      {fieldsOf(form)}
      {linesOf(fields).map((group) => (
        <LinesView key={group.caption} {...group} />
      ))}
      {replaced !== null && <PositionsView {...replaced} />}
    </CommandDialog>
  );
}

/** Nothing where no position changes, and while positions are not shown or not known. */
function PositionsView(replaced: ReplacedDeals) {
  const positions = useStoreRows(dataSetStores.positions);
  const isKnown = useStoreStatus(dataSetStores.positions) === 'success';
  const isShown = useSession(({ hqAccess }) => hqAccess?.scope !== 'own');
  const moved = isKnown && isShown ? positionsAfter(replaced, positions) : [];
  if (moved.length === 0) return null;
  return (
    <section className={styles.group} aria-label="Net positions">
      <h3 className={styles.caption}>Net positions</h3>
      <ul className={styles.lines}>
        {moved.map(({ account, contract, before, after }) => (
          <li key={account} className={styles.line}>
            <span className={styles.name}>{account}</span>
            <span className={styles.terms}>
              from {lotsText(before)} to {lotsText(after)}
            </span>
            <span className={styles.parties}>lots of {contract}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const lotsText = (lots: number) => formatSigned(lots, 0);

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
