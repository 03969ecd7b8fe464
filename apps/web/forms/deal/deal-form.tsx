// The frame of all deal forms. Below the fields it shows the deals and net positions before and after the action.
import type { DealRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import type { DealFacts } from '../../actions/deal-actions.ts';
import { signedLotsText } from '../../market/market-text.ts';
import { useStoreRows, useStoreStatus } from '../../market/use-store.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { classNames } from '../../ui/button.tsx';
import {
  CommandDialog,
  type CommandForm,
  type CommandFormOptions,
  useCommandForm,
  useDialogFields,
} from '../command-form.tsx';
import styles from './deal-form.module.css';
import { type DealLine, lineOfDeal, type OwnDeal, positionsAfter, type ReplacedDeals } from './deal-lines.ts';

/** Properties that all deal forms share. */
export interface DealFormProps {
  /** The current state of the selected deals; at least one. */
  readonly deals: readonly [DealRow, ...DealRow[]];
  readonly facts: DealFacts;
  readonly closedReason: string | null;
  readonly onClose: () => void;
}

export interface DealAfter {
  /** "After" by default. */
  readonly caption?: string;
  readonly lines: readonly DealLine[];
  /** The user's deals that replace the deals before the action; omitted if no position changes, or while lots are missing. */
  readonly replacement?: readonly OwnDeal[] | undefined;
}

/** What the fields of a deal form produce. */
interface DealFormView<Fields extends object> extends Pick<DealFormProps, 'closedReason' | 'onClose'> {
  readonly title: string;
  /** A sentence about the effect, or about the choices while the effect is unknown. */
  readonly noteOf: (fields: Fields) => ReactNode;
  readonly beforeOf: (fields: Fields) => readonly DealRow[];
  /** Returns null while a choice is missing. */
  readonly afterOf: (fields: Fields) => DealAfter | null;
  readonly options: Omit<CommandFormOptions<Fields>, 'closedReason'> & { readonly initial: () => Fields };
  readonly fieldsOf: (form: CommandForm<Fields>) => ReactNode;
}

export function DealForm<Fields extends object>(props: DealFormView<Fields>) {
  const { title, noteOf, beforeOf, afterOf, options, fieldsOf, closedReason, onClose } = props;
  const form = useCommandForm(useDialogFields(options.initial), { ...options, closedReason });
  const { fields } = form;
  const before = beforeOf(fields);
  const after = afterOf(fields);
  return (
    <CommandDialog title={title} note={noteOf(fields)} status={form.status} onClose={onClose}>
      {fieldsOf(form)}
      {before.length > 0 && <LinesView caption="Before" lines={before.map(lineOfDeal)} />}
      {after !== null && <LinesView caption={after.caption ?? 'After'} lines={after.lines} />}
      {after?.replacement && <PositionsView from={before} to={after.replacement} />}
    </CommandDialog>
  );
}

/** Renders nothing if no position changes, or while positions are hidden or unknown. */
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
              from {signedLotsText(before)} to {signedLotsText(after)}
            </span>
            <span className={styles.parties}>lots of {contract}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LinesView({ caption, lines }: { readonly caption: string; readonly lines: readonly DealLine[] }) {
  return (
    <section className={styles.group} aria-label={caption}>
      <h3 className={styles.caption}>{caption}</h3>
      <ul className={styles.lines}>
        {lines.map(({ name, terms, side, parties }) => (
          <li key={name} className={styles.line}>
            <span className={styles.name}>{name}</span>
            <span className={classNames(styles.terms, side === 'B' ? styles.buy : styles.sell)}>{terms}</span>
            <span className={styles.parties}>{parties}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
