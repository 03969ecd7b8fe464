// The flash of a value that has changed: a class that is added at once and removed 300 ms later, by one timer
// for the whole page. It is no CSS animation, because those repaint every frame and were measured to take
// half of a processor.

export const flashMs = 300;

/** The part of an element that a flash uses. */
export interface Flashable {
  readonly classList: { add(name: string): void; remove(name: string): void };
}

export interface Flasher {
  /** Flashes the element for 300 ms, counted from the last call. */
  flash(element: Flashable, className: string): void;
  /** The number of elements that are flashing. */
  readonly size: number;
}

export function createFlasher(now: () => number = () => performance.now()): Flasher {
  /** In the order in which the flashes end: all are equally long. */
  const marked = new Map<Flashable, { readonly className: string; readonly until: number }>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const sweep = () => {
    timer = null;
    const at = now();
    for (const [element, { className, until }] of marked) {
      if (until > at) {
        timer = setTimeout(sweep, until - at);
        return;
      }
      element.classList.remove(className);
      marked.delete(element);
    }
  };

  return {
    flash(element, className) {
      const mark = marked.get(element);
      if (mark?.className !== className) {
        if (mark !== undefined) element.classList.remove(mark.className);
        element.classList.add(className);
      }
      marked.delete(element);
      marked.set(element, { className, until: now() + flashMs });
      if (timer === null) timer = setTimeout(sweep, flashMs);
    },
    get size() {
      return marked.size;
    },
  };
}
