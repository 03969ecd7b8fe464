// The preferences of the user in a dialog, a chunk of its own. Saving changes all screens immediately.
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { showToast } from '../notices/toasts.ts';
import { useTypedForm } from '../stores/kept-work.ts';
import { usePreferences, useSession } from '../stores/session.ts';
import { Button } from '../ui/button.tsx';
import { decimalSeparators } from '../ui/decimal-input.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../ui/fields.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import {
  documentOf,
  draftErrors,
  draftOf,
  type NumberField,
  numberFields,
  type PreferenceDraft,
} from './preference-draft.ts';
import styles from './preferences-dialog.module.css';
import { savePreferences } from './save-preferences.ts';
import { shownText } from './shown-text.ts';

export interface PreferencesDialogProps {
  readonly onClose: () => void;
  /** For Escape, Back and a press beside the dialog: asks first when something is typed. */
  readonly onLeave: () => void;
}

export function PreferencesDialog({ onClose, onLeave }: PreferencesDialogProps) {
  const id = useId();
  // A later load does not change what the form was opened with: the save compares its version.
  const [opened, setOpened] = useState(usePreferences.getState);
  const clients = useSession((session) => session.hqAccess?.clients) ?? [];
  const dealers = useSession((session) => session.hqAccess?.dealers) ?? [];
  const first = useMemo(() => draftOf(opened.document), [opened]);
  const [draft, setDraft] = useState(first);
  const isTyped = JSON.stringify(draft) !== JSON.stringify(first);
  useTypedForm(
    'dialog',
    useMemo(() => (isTyped ? { name: 'Preferences', fields: draft } : null), [isTyped, draft]),
  );
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const errors = draftErrors(draft);
  const { chosen } = draft;
  const choose = (change: Partial<PreferenceDraft['chosen']>) =>
    setDraft({ ...draft, chosen: { ...chosen, ...change } });
  const number = (name: NumberField, isFirst = false) => (
    <TextField
      label={`${numberFields[name].label} · ${numberFields[name].unit.replace('.', decimalSeparators().decimal)}`}
      inputMode={'isDecimal' in numberFields[name] ? 'decimal' : 'numeric'}
      text={draft.numbers[name]}
      error={isTried ? (errors[name] ?? null) : null}
      isFirst={isFirst}
      onText={(text) => setDraft({ ...draft, numbers: { ...draft.numbers, [name]: text } })}
    />
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length > 0 || isBusy) return;
    setBusy(true);
    const outcome = await savePreferences(documentOf(draft, opened.document), opened);
    setBusy(false);
    setFault(outcome.kind === 'notSaved' ? outcome.reason : null);
    if (outcome.kind === 'shown') {
      const other = usePreferences.getState();
      setOpened(other);
      setDraft(draftOf(other.document));
    }
    if (outcome.kind !== 'saved') return;
    showToast({ type: 'success', message: 'Preferences saved' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onLeave}
      maxWidth={false}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}note`}
      slotProps={{ paper: { className: styles.paper } }}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <h2 id={`${id}title`} className={styles.title}>
          Preferences
        </h2>
        <p id={`${id}note`} className={styles.note}>
          They are yours on every device, and take effect when you save them.
        </p>
        <div className={styles.groups}>
          <Group title="New orders">
            {number('defaultOrderQuantity', true)}
            {number('maxOrderQuantity')}
            <Chosen label="For">
              <SegmentedControl
                label="For"
                segments={[
                  { value: 'P', label: 'Own account' },
                  { value: 'A', label: 'Client' },
                ]}
                value={chosen.capacity}
                onChange={(capacity) => choose({ capacity })}
              />
            </Chosen>
            <SelectField
              label="Client of a new order"
              value={draft.client}
              choices={[
                { value: '', label: 'The first one' },
                ...clients.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
              ]}
              nothing={draft.client}
              onChoose={(client) => setDraft({ ...draft, client })}
            />
            <Chosen label="The form opens">
              <SegmentedControl
                label="The form opens"
                segments={[
                  { value: 'button', label: 'Beside the price' },
                  { value: 'last', label: 'Where it was last' },
                ]}
                value={chosen.tradeFormLocation}
                onChange={(tradeFormLocation) => choose({ tradeFormLocation })}
              />
            </Chosen>
          </Group>
          <Group title="Orders that rest">
            {number('timeout')}
            <CheckField
              isChecked={chosen.suspendOnDisconnect}
              onCheck={(suspendOnDisconnect) => choose({ suspendOnDisconnect })}
            >
              Suspend mine when I am not connected
            </CheckField>
            {number('disconnectSeconds')}
          </Group>
          <Group title="Steps of the arrow keys">
            {number('priceChangeMop')}
            {number('volChangeMop')}
            {number('rateChangeMop')}
          </Group>
          <Group title="Screen">
            {number('maxDepth')}
            <Chosen label="A price that has changed">
              <SegmentedControl
                label="A price that has changed"
                segments={[
                  { value: 'text', label: 'Coloured text' },
                  { value: 'background', label: 'Background' },
                  { value: 'none', label: 'Nothing' },
                ]}
                value={chosen.colorOnUpdates}
                onChange={(colorOnUpdates) => choose({ colorOnUpdates })}
              />
            </Chosen>
            <CheckField isChecked={chosen.compact} onCheck={(compact) => choose({ compact })}>
              Lower rows
            </CheckField>
          </Group>
          <Group title="Orders and deals shown">
            <TextField
              label="Only of branch · empty for all"
              text={draft.branch}
              maxLength={64}
              suggestions={[...new Set(dealers.map(({ branch }) => branch))].sort()}
              onText={(branch) => setDraft({ ...draft, branch })}
            />
            <TextField
              label="Only of dealer · empty for all"
              text={draft.dealer}
              maxLength={16}
              suggestions={dealers.map(({ code }) => code).sort()}
              onText={(dealer) => setDraft({ ...draft, dealer: dealer.toUpperCase() })}
            />
            <p role="status" className={styles.note}>
              {shownText(draft, dealers)}
            </p>
          </Group>
          <Group title="Deals">
            {number('defaultPopupNotificationTime')}
            <CheckField
              isChecked={chosen.soundOnDealExecution}
              onCheck={(soundOnDealExecution) => choose({ soundOnDealExecution })}
            >
              Play a sound at each deal
            </CheckField>
          </Group>
        </div>
        <p role="status" className={styles.fault}>
          {fault}
        </p>
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={
              isBusy
                ? 'Saving…'
                : opened.storedId === null
                  ? 'Your preferences were not loaded. Close this form and open it again.'
                  : null
            }
          >
            {isBusy ? 'Saving…' : 'Save preferences'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}

/** The caption of a choice, which names itself for screen readers. */
function Chosen({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.chosen}>
      <span className={styles.caption} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
