// Moves and resizes a panel by numbers, or to one of nine named places, without dragging (WCAG 2.5.7).

import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { parseDecimal } from '../../ui/decimal-input.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { formatTruncated } from '../../ui/format.ts';
import { type AreaPx, clampPlace, type Place, presetPlaces } from '../../ui/panel-geometry.ts';
import styles from './move-and-size.module.css';

interface MoveAndSizeProps {
  readonly name: string;
  readonly place: Place;
  readonly area: AreaPx;
  /** False if the layout's panels are not resizable: then only the corner can be set. */
  readonly isResizable: boolean;
  readonly onPlace: (place: Place) => void;
  readonly onClose: () => void;
}

const fields = [
  ['x', 'From the left'],
  ['y', 'From the top'],
  ['w', 'Width'],
  ['h', 'Height'],
] as const;

export function MoveAndSize({ name, place, area, isResizable, onPlace, onClose }: MoveAndSizeProps) {
  const id = useId();
  const [texts, setTexts] = useState(() => textsOf(place));
  const [isTried, setTried] = useState(false);
  const read = { x: percentIn(texts.x), y: percentIn(texts.y), w: percentIn(texts.w), h: percentIn(texts.h) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const { x, y, w, h } = read;
    if (x === null || y === null || w === null || h === null) return;
    onPlace(clampPlace({ x, y, w, h }, area));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}title`}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <h2 id={`${id}title`} className={styles.title}>
          Move and size {name}
        </h2>
        <fieldset className={styles.presets}>
          <legend className={styles.legend}>Places</legend>
          {presetPlaces.map(([title, preset]) => (
            <button
              key={title}
              type="button"
              className={styles.preset}
              aria-disabled={!isResizable || undefined}
              onClick={() => {
                if (!isResizable) return;
                onPlace(clampPlace(preset, area));
                onClose();
              }}
            >
              <span aria-hidden="true" className={styles.picture}>
                <span
                  style={{
                    left: `${preset.x}%`,
                    top: `${preset.y}%`,
                    width: `${preset.w}%`,
                    height: `${preset.h}%`,
                  }}
                />
              </span>
              {title}
            </button>
          ))}
        </fieldset>
        <fieldset className={styles.numbers}>
          <legend className={styles.legend}>Percent of the workspace</legend>
          {fields.map(([field, title]) => {
            const isWrong = isTried && read[field] === null;
            return (
              <label key={field} className={styles.field}>
                {title}
                <input
                  className={styles.input}
                  inputMode="decimal"
                  autoComplete="off"
                  value={texts[field]}
                  readOnly={!isResizable && (field === 'w' || field === 'h')}
                  aria-invalid={isWrong || undefined}
                  aria-describedby={isWrong ? `${id}fault` : undefined}
                  autoFocus={field === 'x'}
                  onFocus={(event) => event.target.select()}
                  onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
                />
              </label>
            );
          })}
        </fieldset>
        {isTried && fields.some(([field]) => read[field] === null) && (
          <p id={`${id}fault`} className={styles.fault}>
            Each is a number from 0 to 100.
          </p>
        )}
        {!isResizable && (
          <p className={styles.note}>
            The panels of this layout are not resizable: only the place can be set.
          </p>
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Set
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

type Texts = Readonly<Record<keyof Place, string>>;

function textsOf({ x, y, w, h }: Place): Texts {
  return { x: formatTruncated(x), y: formatTruncated(y), w: formatTruncated(w), h: formatTruncated(h) };
}

function percentIn(text: string): number | null {
  const read = parseDecimal(text);
  if (read.kind !== 'number') return null;
  const value = Number(read.text);
  return value >= 0 && value <= 100 ? value : null;
}
