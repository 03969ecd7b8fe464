// Small things that this browser remembers about its desk: where the order form was left, whether the drawer is a rail. A
// browser that forbids storage gives a desk that forgets.

const names = { orderFormPlace: 'openpit.orderFormPlace', drawer: 'openpit.drawer' } as const;
export type KeptLocally = keyof typeof names;

export function readLocal(what: KeptLocally): string | null {
  try {
    return localStorage.getItem(names[what]);
  } catch (error) {
    console.warn('This browser keeps nothing between page loads.', error);
    return null;
  }
}

export function writeLocal(what: KeptLocally, value: string): void {
  try {
    localStorage.setItem(names[what], value);
  } catch (error) {
    console.warn('This browser keeps nothing between page loads.', error);
  }
}
