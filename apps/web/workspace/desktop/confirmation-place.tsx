// The marker of the place where confirmations open, over the whole window while the user moves it (LAYOUT-7).
import { defaultConfirmationPoint } from '../../stores/layout-columns.ts';
import { changeLayout, useLayouts } from '../../stores/layouts.ts';
import { DialogPlaceIcon } from '../../ui/icons.tsx';
import styles from './confirmation-place.module.css';
import { PlaceMarker } from './place-marker.tsx';

export function ConfirmationPlace() {
  const point = useLayouts((layouts) => layouts.current?.document.spawnPointConfirmations);
  return (
    <div className={styles.window}>
      <PlaceMarker
        label="Dialogs open here"
        icon={<DialogPlaceIcon />}
        point={point ?? defaultConfirmationPoint}
        isMiddle
        onPoint={(spawnPointConfirmations) =>
          changeLayout((layout) => ({ ...layout, spawnPointConfirmations }), 'confirmations')
        }
      />
    </div>
  );
}
