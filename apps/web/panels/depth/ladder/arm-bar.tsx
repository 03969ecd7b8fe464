// The bar above a ladder: arming and disarming, the lots of one click, centring, the idle time; and for the footer of the panel in
// words what a click does now.
import { useEffect, useState } from 'react';
import { presetsUpTo } from '../../../market/contract-terms.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { onEverySecond } from '../../../ui/every-second.ts';
import { formatLots } from '../../../ui/format.ts';
import { CentreIcon } from '../../../ui/icons.tsx';
import { type IdleSeconds, idleChoices } from '../depth-settings.ts';
import { type Arming, type ArmingState, disarmedWords } from './arming.ts';
import styles from './ladder.module.css';

export interface ArmBarProps {
  readonly arming: Arming;
  readonly state: ArmingState;
  /** Why it cannot be armed, as a sentence; null when it can. */
  readonly against: string | null;
  readonly lotsText: string;
  readonly lotsError: string | null;
  readonly lots: number | null;
  readonly maxLots: number;
  /** The id of the words in the footer. */
  readonly wordsId: string;
  readonly idleSeconds: IdleSeconds;
  readonly onToggle: () => void;
  readonly onLots: (text: string) => void;
  readonly onIdleSeconds: (seconds: IdleSeconds) => void;
  readonly onCentre: () => void;
}

export function ArmBar(props: ArmBarProps) {
  const { state, against, lots, lotsText, lotsError, maxLots, wordsId } = props;
  const { isArmed } = state;
  return (
    <div className={styles.bar} data-armed={isArmed || undefined}>
      <Button
        size="small"
        variant={isArmed ? 'primary' : 'outlined'}
        className={styles.arm}
        data-tip={isArmed ? 'Disarm (A or Escape)' : 'Arm: a click sends an order (A)'}
        disabledReason={isArmed ? null : against}
        onClick={props.onToggle}
      >
        {isArmed ? 'Disarm' : 'Arm'}
      </Button>
      <label className={styles.lots}>
        <span>Lots</span>
        <input
          type="text"
          aria-label="Lots"
          inputMode="numeric"
          autoComplete="off"
          value={lotsText}
          aria-invalid={lotsError !== null || undefined}
          aria-describedby={lotsError === null ? undefined : wordsId}
          onChange={(event) => props.onLots(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
      </label>
      {presetsUpTo(maxLots).map((qty) => (
        <button
          key={qty}
          type="button"
          className={styles.preset}
          aria-label={`${qty} ${qty === 1 ? 'lot' : 'lots'}`}
          aria-pressed={qty === lots}
          onClick={() => props.onLots(String(qty))}
        >
          {formatLots(qty)}
        </button>
      ))}
      <IconButton
        size="small"
        className={styles.centre}
        icon={<CentreIcon />}
        label="Centre on the market (Home)"
        onClick={props.onCentre}
      />
      <label className={styles.idle}>
        <span>Idle</span>
        <select
          aria-label="Disarm when not used for"
          data-tip="An armed ladder disarms when it is not used for this long"
          value={props.idleSeconds}
          onChange={(event) => {
            const seconds = idleChoices.find((choice) => String(choice) === event.target.value);
            if (seconds !== undefined) props.onIdleSeconds(seconds);
          }}
        >
          {idleChoices.map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds < 60 ? `${seconds} s` : `${seconds / 60} min`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** What a click does now, and why the ladder was disarmed. */
export function clickWords({
  state,
  lots,
  lotsError,
}: Pick<ArmBarProps, 'state' | 'lots' | 'lotsError'>): string {
  if (lotsError !== null) return lotsError;
  if (state.isArmed) return `Armed: a click sends ${formatLots(lots)} ${lots === 1 ? 'lot' : 'lots'}.`;
  return state.reason === null || state.reason === 'user'
    ? 'Not armed: a click opens the ticket.'
    : disarmedWords(state.reason);
}

export function ClickWords(props: Pick<ArmBarProps, 'arming' | 'state' | 'lots' | 'lotsError' | 'wordsId'>) {
  const { arming, state, wordsId } = props;
  const words = clickWords(props);
  return (
    <>
      <span
        id={wordsId}
        className={styles.words}
        data-armed={state.isArmed || undefined}
        data-click-words=""
        data-tip={words}
      >
        {words}
      </span>
      {state.isArmed && <TimeLeft arming={arming} />}
    </>
  );
}

/** Beside the words and not among them: a screen reader would read it every second. */
function TimeLeft({ arming }: { readonly arming: Arming }) {
  const [leftMs, setLeftMs] = useState(arming.leftMs);
  useEffect(() => onEverySecond(() => setLeftMs(arming.leftMs())), [arming]);
  return <span className={styles.left}>disarms in {Math.ceil(leftMs / 1_000)} s</span>;
}
