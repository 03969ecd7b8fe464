// What the order would do to the initial margin of its account, beneath the price: a line of figures and one of what they assume.
// The two lines keep their room while there is nothing to show, so that the button below does not move.
import type { PreviewMarginBody } from '@openpit/wire';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { previewMargin } from '../../server/margin-preview.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { createMarginPreview, type MarginState } from './margin-preview.ts';
import { marginWords } from './margin-words.ts';
import styles from './order-form.module.css';

export interface MarginNoteProps {
  /** Null while the order is not complete, cannot be sent or is no longer to be sent. */
  readonly query: PreviewMarginBody | null;
  readonly principal: string;
  /** "Bid" or "Offer" in a double. */
  readonly of?: 'Bid' | 'Offer';
  /** An order that is only reduced is accepted whatever the limit is. */
  readonly isNeverRejected?: boolean;
}

export function MarginNote({ query, principal, of, isNeverRejected = false }: MarginNoteProps) {
  const state = useMarginPreview(query);
  const name = of === undefined ? 'Margin' : `${of} margin`;
  return (
    <p className={styles.margin} data-margin="" data-kind={state.kind}>
      {/* Only what is known is read aloud; the figures of an unfinished order would interrupt the typing. */}
      <span role="status" aria-busy={state.kind === 'asking'}>
        <Known state={state} name={name} principal={principal} isNeverRejected={isNeverRejected} />
      </span>
      {state.kind === 'asking' && <span aria-hidden="true">{name} …</span>}
    </p>
  );
}

function Known({
  state,
  name,
  principal,
  isNeverRejected,
}: {
  readonly state: MarginState;
  readonly name: string;
  readonly principal: string;
  readonly isNeverRejected: boolean;
}) {
  switch (state.kind) {
    case 'none':
    case 'asking':
      return null;
    case 'rejected':
      return <span className={styles.stopped}>{state.sentence}</span>;
    case 'failed':
      return `${name} not known now: the server gave no answer. It is asked again with your next change.`;
    case 'known': {
      const { before, after, change, note, isAboveLimit } = marginWords(state.margin, principal, {
        isNeverRejected,
      });
      return (
        <>
          <span className={styles.marginFigures}>
            {name} {before} <span aria-hidden="true">→</span>
            <span className="visually-hidden">to</span> {after} ({change})
          </span>{' '}
          <span className={isAboveLimit ? styles.overLimit : styles.caption}>{note}</span>
        </>
      );
    }
  }
}

function useMarginPreview(query: PreviewMarginBody | null): MarginState {
  const [preview] = useState(() => createMarginPreview(previewMargin));
  useEffect(() => preview.want(query));
  useEffect(() => {
    // What the account holds and has open are part of the answer.
    const stops = [
      dataSetStores.positions.onFlush(preview.again),
      dataSetStores.activeOrders.onFlush(preview.again),
    ];
    return () => {
      for (const stop of stops) stop();
      preview.want(null);
    };
  }, [preview]);
  return useSyncExternalStore(preview.subscribe, preview.read);
}
