// The command palette (a combobox with a list): typed words find contracts, panels, layouts and commands, Enter does what is
// chosen. It closes first, so that the focus is back where it was when the entry opens something.
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useActionContext } from '../../actions/action.ts';
import { usePrices } from '../../panels/sources/prices.ts';
import { useDeviceKind } from '../../stores/device-kind.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { pressedKey } from '../../ui/keys.ts';
import styles from './command-palette.module.css';
import { type PaletteEntry, paletteEntries, searchPalette } from './palette-entries.ts';
import { paletteKeys } from './palette-keys.ts';
import { rememberEntry } from './recent-entries.ts';

/** Each key that is typed finds other contracts: they are subscribed when nothing has been typed for this time. */
const typingMs = 150;

const steps = { next: 1, previous: -1, pageDown: 10, pageUp: -10 } as const;

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const context = useActionContext();
  const isPhone = useDeviceKind() === 'mobile';
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const search = useMemo(() => searchPalette(text), [text]);
  const prices = usePrices(search.contracts, { delayMs: typingMs });
  const [market, setMarket] = useState(0);
  useEffect(() => prices.onChange(() => setMarket((count) => count + 1)), [prices]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the market changes the prices that the entries name
  const entries = useMemo(
    () => paletteEntries(search, context, { isPhone, prices }),
    [search, context, isPhone, prices, market],
  );
  const at = Math.min(chosen, entries.length - 1);
  const optionId = (index: number) => `${id}option${index}`;

  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined || (entry.disabledReason ?? null) !== null) return;
    rememberEntry(entry.id);
    flushSync(onClose);
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = pressedKey(paletteKeys, event.nativeEvent);
    if (pressed === null || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (pressed === 'run') run(entries[at]);
    else if (Math.abs(steps[pressed]) === 1)
      setChosen((at + steps[pressed] + entries.length) % Math.max(1, entries.length));
    else setChosen(Math.max(0, Math.min(at + steps[pressed], entries.length - 1)));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      aria-labelledby={`${id}title`}
      slotProps={{ paper: { className: styles.paper }, container: { className: styles.container } }}
    >
      <h2 id={`${id}title`} className="visually-hidden">
        Command palette
      </h2>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Find a contract, a panel, a layout or a command"
        aria-expanded
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={at < 0 ? undefined : optionId(at)}
        placeholder="Contract, panel, layout or command: wmaz dec 26"
        autoComplete="off"
        spellCheck={false}
        // The palette is opened to type.
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}list`} role="listbox" aria-label="Results" className={styles.list}>
        {entries.map((entry, index) => {
          const isDisabled = (entry.disabledReason ?? null) !== null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
            <div
              key={entry.id}
              id={optionId(index)}
              role="option"
              data-index={index}
              aria-selected={index === at}
              aria-disabled={isDisabled || undefined}
              className={styles.option}
              onPointerMove={() => setChosen(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(entry)}
            >
              <span className={styles.icon}>{entry.icon}</span>
              <span className={styles.label}>
                {entry.contract !== undefined && <strong>{entry.contract} </strong>}
                {entry.label}
                {isDisabled && <span className={styles.reason}>{entry.disabledReason}</span>}
              </span>
              {entry.keyName !== undefined && <kbd className={styles.key}>{entry.keyName}</kbd>}
              <span className={styles.kind}>{entry.kind}</span>
            </div>
          );
        })}
      </div>
      {entries.length === 0 && (
        <p className={styles.none}>Nothing has these words. Try an instrument with a month: wmaz dec 26.</p>
      )}
      <div role="status" className="visually-hidden">
        {entries.length === 0 ? 'Nothing found' : `${entries.length} found`}
      </div>
    </Dialog>
  );
}
