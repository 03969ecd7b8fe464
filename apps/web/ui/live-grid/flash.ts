// The stepped flash of a value that has changed: a class put on at once and taken off 300 ms later, by one timer for
// the whole page. Never a CSS animation: each one repaints every frame and takes half of a processor (measured).

export const flashMs = 300;

/** What a flash needs of an element. */
export interface Flashable {
  readonly classList: { add(name: string): void; remove(name: string): void };
}

export interface Flasher {
  /** Marks the element; marked again before the time is over, it stays marked for another 300 ms. */
  flash(element: Flashable, className: string): void;
  /** How many are marked just now. */
  readonly size: number;
}

export function createFlasher(now: () => number = () => performance.now()): Flasher {
  /** In the order in which the marks end, since every mark lasts the same. */
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
