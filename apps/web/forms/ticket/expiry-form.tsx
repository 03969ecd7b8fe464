// The form that exercises or abandons lots of a long option: how many, what will happen, and what is given up.

import type { MarketRow } from '@openpit/wire';
import type { ExpiryRequest } from '../../actions/dialogs.ts';
import { presetsUpTo } from '../../market/contract-terms.ts';
import { Button } from '../../ui/button.tsx';
import { expirySentence, givenUp } from './expiry-words.ts';
import { FormFrame } from './form-frame.tsx';
import styles from './order-form.module.css';
import type { MissingReplyTexts } from './order-outcome.tsx';
import { QtyPresets, SideNumbers } from './side-numbers.tsx';
import { useExpiryForm } from './use-expiry-form.ts';

export interface ExpiryFormProps {
  readonly request: ExpiryRequest;
  /** Of the option. */
  readonly row: MarketRow;
  readonly size: 'medium' | 'large';
  readonly draft: object | undefined;
  readonly onClose: () => void;
}

const labels = {
  exercise: { title: 'Exercise', qty: 'To exercise', act: 'the exercise' },
  abandon: { title: 'Abandon', qty: 'To abandon', act: 'the instruction' },
} as const;

const missingReply = (act: string): MissingReplyTexts => ({
  unknown: `the market has carried out ${act}`,
  meanwhile: 'Do not send it elsewhere meanwhile.',
  notReceived: `The market has no record of ${act}. Sending it again cannot do it twice.`,
});

export function ExpiryForm({ request, row, size, draft, onClose }: ExpiryFormProps) {
  const form = useExpiryForm(request, row, draft);
  const { kind } = request;
  const { position, fields, phase, lots, isLocked, edit } = form;
  const { title, qty, act } = labels[kind];
  const cost = lots === null || lots === 0 ? null : givenUp(kind, lots, row, position);
  const { abandoned = 0 } = position;
  const isOpen = phase.kind !== 'accepted';
  return (
    <FormFrame
      size={size}
      tone="primary"
      phase={phase}
      isLocked={isLocked}
      closedReason={form.closedReason}
      missing={form.missing}
      isMissingShown={form.isMissingShown}
      sendLabel={form.words ?? `${title} ${row.contract}`}
      missingReply={missingReply(act)}
      onSend={() => void form.send()}
      onClose={onClose}
    >
      <p className={styles.now}>
        <span className={styles.caption}>
          {title} for {position.principal}
          {position.subAccount !== null && ` ${position.subAccount}`}, long {Math.max(position.net, 0)}
          {abandoned > 0 && `, ${abandoned} abandoned`}
        </span>
        {isOpen && <span data-expiry="">{expirySentence(kind, lots, row, position)}</span>}
      </p>
      <SideNumbers
        qtyLabel={qty}
        qtyText={fields.qtyText}
        qtyError={form.errors.qty}
        isLocked={isLocked}
        size={size}
        onQty={(qtyText) => edit({ qtyText })}
        onStepQty={form.stepQty}
        onLeaveQty={form.leaveQty}
      />
      <QtyPresets
        label={qty}
        quantities={presetsUpTo(position.net)}
        isLocked={isLocked}
        onTake={(lots) => edit({ qtyText: String(lots) })}
      />
      {isOpen && (
        <p className={styles.given} data-given-up="" data-loss={cost?.isLoss || undefined}>
          {cost?.text}
        </p>
      )}
      {isOpen && kind === 'abandon' && (
        <p className={styles.note}>
          <span>
            The MTM of the future at the end of the day decides.
            {abandoned > 0 &&
              (lots === 0
                ? ` This withdraws the ${abandoned} abandoned before.`
                : ` This replaces the ${abandoned} abandoned before.`)}
          </span>
          {abandoned > 0 && lots !== 0 && !isLocked && (
            <Button size="small" onClick={() => edit({ qtyText: '0' })}>
              Withdraw them
            </Button>
          )}
        </p>
      )}
    </FormFrame>
  );
}
