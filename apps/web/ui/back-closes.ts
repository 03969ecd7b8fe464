// The browser's Back closes the layer on top (a sheet, a dialog) instead of leaving the page. One entry of the history stands for
// all open layers: it is used up by Back, and made again while a layer is left.
import { useEffect, useRef } from 'react';

interface Layer {
  readonly onBack: () => void;
}

const guard = 'openpitLayer';
const layers: Layer[] = [];
let isWatching = false;

const isGuarded = (): boolean => (history.state as Record<string, unknown> | null)?.[guard] === true;

function guardBack(): void {
  if (!isGuarded()) history.pushState({ ...history.state, [guard]: true }, '');
}

function onPopState(): void {
  if (isGuarded()) return;
  const top = layers.at(-1);
  if (top === undefined) {
    // The entry was left over from a layer that was closed otherwise: this Back means the page.
    history.back();
    return;
  }
  // Also while a question is open whether the layer may be closed.
  guardBack();
  top.onBack();
}

/** While the component is shown, Back calls `onBack`, which closes it or asks first. */
export function useBackCloses(onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    const layer: Layer = { onBack: () => latest.current() };
    layers.push(layer);
    if (!isWatching) addEventListener('popstate', onPopState);
    isWatching = true;
    guardBack();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, []);
}
