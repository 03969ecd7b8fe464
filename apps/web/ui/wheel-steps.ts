// Turns the events of a wheel or trackpad into steps of a number: one for each notch, none for sideways movement or zooming. A
// trackpad sends many small events for one swipe, of which a whole notch of way is one step.

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'timeStamp'>;

const notchPx = 100;
/** A notch of a mouse arrives as one event; with scaling of the system it may be half as long. */
const notchInOnePx = 50;
const pausesAfterMs = 250;
/** `WheelEvent.deltaMode`: 0 pixels, 1 lines, 2 pages. */
const linePx = 40;
const pagePx = 400;

/** Returns 1 for a step up, −1 for a step down; null when the event is not meant for the number, and the page may have it. */
export function createWheelSteps(): (turn: Turn) => 1 | 0 | -1 | null {
  let wayPx = 0;
  let last = Number.NEGATIVE_INFINITY;
  let wasSmall = false;
  return ({ deltaX, deltaY, deltaMode, ctrlKey, timeStamp }) => {
    if (ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY)) return null;
    const px = deltaY * (deltaMode === 0 ? 1 : deltaMode === 1 ? linePx : pagePx);
    const isNewTurn = timeStamp - last > pausesAfterMs || Math.sign(px) !== Math.sign(wayPx || px);
    if (isNewTurn) {
      wayPx = 0;
      wasSmall = false;
    }
    last = timeStamp;
    const isNotch = Math.abs(px) >= notchInOnePx && !wasSmall;
    wasSmall ||= !isNotch;
    wayPx += px;
    if (!isNotch && Math.abs(wayPx) < notchPx) return 0;
    // The way counts on in the same direction.
    wayPx = Math.sign(px) * (isNotch ? 0 : Math.abs(wayPx) % notchPx);
    return px < 0 ? 1 : -1;
  };
}
