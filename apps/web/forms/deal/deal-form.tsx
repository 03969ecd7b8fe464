// The frame of all deal forms: the deals and net positions before and after, below the fields.
import type { DealRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import type { DealFacts } from '../../actions/deal-actions.ts';
import { useStoreRows, useStoreStatus } from '../../market/use-store.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { cx } from '../../ui/button.tsx';
import { formatSigned } from '../../ui/format.ts';
import { CommandDialog, type CommandForm, type CommandFormTerms, useCommandForm } from '../command-form.tsx';
import styles from './deal-form.module.css';
import { type DealLines, positionsAfter, type ReplacedDeals } from './deal-lines.ts';

/** The properties of every form of deals. */
export interface DealFormProps {
  /** The chosen deals as they are now; at least one. */
  readonly deals: readonly [DealRow, ...DealRow[]];
  readonly facts: DealFacts;
  readonly closedReason: string | null;
  readonly onClose: () => void;
}

/** The result of a form's fields for the deals. */
export interface DealFormView<Fields extends object> {
  readonly title: string;
  /** The effect in a sentence; while it is not known yet, the choices. */
  readonly noteOf: (fields: Fields) => ReactNode;
  readonly linesOf: (fields: Fields) => readonly DealLines[];
  /** The user's deals that the action replaces and makes; omitted if no position changes, null while a choice is missing. */
  readonly replacedOf?: (fields: Fields) => ReplacedDeals | null;
  readonly terms: Omit<CommandFormTerms<Fields>, 'closedReason'>;
  readonly fieldsOf: (form: CommandForm<Fields>) => ReactNode;
}

export function DealForm<Fields extends object>(
  props: DealFormView<Fields> & Pick<DealFormProps, 'closedReason' | 'onClose'>,
) {
  const { title, noteOf, linesOf, replacedOf, terms, fieldsOf, closedReason, onClose } = props;
  const form = useCommandForm({ ...terms, closedReason });
  const { fields } = form;
  const replaced = replacedOf?.(fields) ?? null;
  return (
    <CommandDialog title={title} note={noteOf(fields)} status={form.status} onClose={onClose}>
      {fieldsOf(form)}
      {linesOf(fields).map((group) => (
        <LinesView key={group.caption} {...group} />
      ))}
      {replaced !== null && <PositionsView {...replaced} />}
    </CommandDialog>
  );
}

/** Renders nothing if no position changes, or while positions are not shown or not known. */
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
