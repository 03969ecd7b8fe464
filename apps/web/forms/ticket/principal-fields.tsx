// The fields for capacity and principal of an order, each of which sets the other.
import type { Capacity } from '@openpit/wire';
import { useId } from 'react';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { PrincipalChoice } from './order-draft.ts';
import styles from './order-form.module.css';

export interface PrincipalFieldsProps {
  readonly capacity: Capacity;
  readonly principal: string;
  /** Of the principal; null for none. */
  readonly subAccount?: string | null;
  readonly choices: readonly PrincipalChoice[];
  readonly error: string | undefined;
  readonly isLocked: boolean;
  readonly onCapacity: (capacity: Capacity) => void;
  readonly onPrincipal: (code: string) => void;
}

export function CapacityField({ capacity, choices, isLocked, onCapacity }: PrincipalFieldsProps) {
  const hasClients = choices.some((choice) => choice.capacity === 'A');
  return (
    <SegmentedControl<Capacity>
      label="Capacity"
      value={capacity}
      onChange={onCapacity}
      isDisabled={isLocked}
      segments={[
        { value: 'P', label: 'P', tip: 'Principal: for the book of your member' },
        {
          value: 'A',
          label: 'A',
          tip: hasClients ? 'Agency: for a client' : 'Agency: your account has no clients yet',
        },
      ]}
    />
  );
}

export function PrincipalField(props: PrincipalFieldsProps) {
  const { principal, subAccount = null, choices, error, isLocked, onPrincipal } = props;
  const id = useId();
  const isKnown = choices.some((choice) => choice.code === principal);
  return (
    <label className={styles.principal} htmlFor={id}>
      <span className={styles.caption}>
        {subAccount === null ? (
          'For'
        ) : (
          <>
            For <span className="visually-hidden">sub-account </span>
            {subAccount} of
          </>
        )}
      </span>
      <select
        id={id}
        value={principal}
        disabled={isLocked}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}error`}
        onChange={(event) => onPrincipal(event.target.value)}
      >
        {!isKnown && <option value={principal}>{principal === '' ? 'For whom?' : principal}</option>}
        {choices.map((choice) => (
          <option key={choice.code} value={choice.code}>
            {choice.code} · {choice.name}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <span id={`${id}error`} className={styles.error}>
          {error}
        </span>
      )}
    </label>
  );
}
