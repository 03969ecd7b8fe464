// All figures of a screen by thing and field, from all panels: two places that show the same thing must show the same
// figure.
import type { Page } from '@playwright/test';

/** `of`: the thing and its field, such as `DEC26 WMAZ net`; `where`: the panel, for the message of a failure. */
interface Figure {
  readonly of: string;
  readonly text: string;
  readonly where: string;
}

/** Lots by price; the screen shows the prices from `lowest` to `highest`. */
interface Book {
  readonly of: string;
  readonly where: string;
  readonly lots: Readonly<Record<string, number>>;
  readonly lowest: number;
  readonly highest: number;
}

export interface Shown {
  readonly figures: readonly Figure[];
  readonly books: readonly Book[];
}

/** Reads the figures in view, at one moment. */
export function shownOn(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const figures: Figure[] = [];
    const books: Book[] = [];
    /** Panels that name the figures of a contract differently, or also show figures of other things. */
    const ofContracts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      Futures: { net: 'net', last: 'last', mtm: 'MTM' },
      'Consolidated positions': { net: 'net', last: 'last', mtm: 'MTM', open: 'open profit' },
      MTM: { mtmPrevious: 'MTM' },
    };
    const number = (text: string) => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''));
    const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? '';
    const add = (of: string, text: string, where: string) => {
      // No position is a dash, 0 after lots were closed, or "flat" in a heading.
      const isFlat = of.endsWith(' net') && ['–', 'flat'].includes(text);
      if (text !== '') figures.push({ of, text: isFlat ? '0' : text, where });
    };
    const addBook = (
      of: string,
      where: string,
      levels: readonly (readonly [price: number, lots: number])[],
    ) => {
      if (levels.length === 0) return;
      const lots: Record<string, number> = {};
      for (const [price, qty] of levels) lots[price.toFixed(2)] = (lots[price.toFixed(2)] ?? 0) + qty;
      const prices = levels.map(([price]) => price);
      books.push({ of, where, lots, lowest: Math.min(...prices), highest: Math.max(...prices) });
    };

    for (const grid of document.querySelectorAll('[role="grid"], [role="treegrid"]')) {
      const label = grid.ariaLabel ?? '';
      const rows = [...grid.querySelectorAll('[role="row"][data-line]')];
      const cell = (row: Element, column: string) => textOf(row.querySelector(`[data-col="${column}"]`));
      const depthOf = /^Depth of (.*)/.exec(label)?.[1];
      if (depthOf !== undefined) {
        for (const [side, price, qty] of [
          ['bids', 'bid', 'bidQty'],
          ['offers', 'offer', 'offerQty'],
        ] as const) {
          const orders = rows.flatMap((row): [number, number][] =>
            cell(row, price) === '' ? [] : [[number(cell(row, price)), number(cell(row, qty))]],
          );
          // More orders at the last price may be below the border.
          const last = orders.at(-1)?.[0];
          addBook(
            `${depthOf} ${side}`,
            label,
            orders.filter(([at]) => at !== last),
          );
        }
        continue;
      }
      for (const row of rows)
        for (const element of row.querySelectorAll('[data-col]')) {
          const column = element.getAttribute('data-col') ?? '';
          const key = /row:(.*):\d+$/.exec(element.id)?.[1];
          // Times that are left change each second.
          if (key === undefined || ['actions', 'timeLeft', 'left'].includes(column)) continue;
          add(`${label} ${key} ${column}`, textOf(element), label);
          const field = ofContracts[label]?.[column];
          const contract = label === 'Consolidated positions' ? key.replace(/^\S+ /, '') : key;
          if (field !== undefined) add(`${contract} ${field}`, textOf(element), label);
        }
    }

    for (const ladder of document.querySelectorAll('section[aria-label^="Price ladder of "]')) {
      const label = ladder.ariaLabel ?? '';
      const contract = label.replace('Price ladder of ', '');
      const rows = [...ladder.querySelectorAll('[data-ticks]')];
      const levels = (lotsOf: (row: Element) => string) =>
        rows.map(
          (row) => [number(/^[\d,.]+/.exec(row.ariaLabel ?? '')?.[0] ?? ''), number(lotsOf(row))] as const,
        );
      for (const [name, side] of [
        ['bids', 'B'],
        ['offers', 'S'],
      ])
        addBook(
          `${contract} ${name}`,
          label,
          levels((row) => textOf(row.querySelector(`[data-side="${side}"]`)?.lastElementChild)),
        );
      addBook(
        `${contract} dealt`,
        label,
        levels((row) => textOf(row.lastElementChild)),
      );
      const strip = ladder.querySelector('[role="group"] > p');
      add(`${contract} net`, textOf(strip?.querySelector('strong')) || (strip === null ? '' : '0'), label);
      const open = /^open R (.*)/.exec(textOf(strip?.lastElementChild))?.[1];
      add(`${contract} open profit`, open ?? '', label);
    }

    for (const heading of document.querySelectorAll('[data-subject]')) {
      const contract = textOf(heading.querySelector('strong'));
      const where = `heading of ${contract}`;
      const fact = (name: string) => textOf(heading.querySelector(`[data-fact="${name}"]`));
      add(`${contract} last`, fact('last').replace('not traded', '–'), where);
      add(`${contract} net`, fact('net').replace('net ', '') || '0', where);
      add(`Futures ${contract} change`, fact('change') || '–', where);
    }

    const toolbar = (title: string) => textOf(document.querySelector(`span[title^="${title}"]`));
    add('profit of the day', toolbar('Profit of the day').replace('P/L ', ''), 'toolbar');
    add('delta lots', toolbar('Delta lots').replace('Δ ', ''), 'toolbar');
    add('working orders', toolbar('Working orders').replace(/ orders?/, ''), 'toolbar');
    for (const panel of document.querySelectorAll('[data-panel]')) {
      const foot = textOf(panel.querySelector('footer'));
      const fact = (pattern: RegExp) => pattern.exec(foot)?.[1] ?? '';
      if (panel.ariaLabel !== 'Positions') continue;
      add('profit of the day', fact(/today R ([−+]?[\d,.]+)/), 'footer of Positions');
      add('delta lots', fact(/delta ([−+]?[\d,.]+) lots/), 'footer of Positions');
    }
    return { figures, books };
  });
}

/** Equal as far as both are written: P/L in the toolbar has no cents. */
function areEqual(a: string, b: string): boolean {
  if (a === b) return true;
  const plain = [a, b].map((text) => text.replace('−', '-').replace(/[+,]/g, ''));
  if (!plain.every((text) => /^-?\d+(\.\d+)?$/.test(text))) return false;
  const decimals = Math.min(...plain.map((text) => text.split('.')[1]?.length ?? 0));
  return Math.abs(Number(plain[0]) - Number(plain[1])) <= 0.5 * 10 ** -decimals + 1e-9;
}

/**
 * Compares all figures that at least two places of these screens show.
 * @returns for each thing, null if all places agree, or the figures that they show
 */
export function compareShown(screens: readonly Shown[]): ReadonlyMap<string, string | null> {
  const places = new Map<string, Figure[]>();
  const place = (figure: Figure) => places.set(figure.of, [...(places.get(figure.of) ?? []), figure]);
  screens.forEach(({ figures }, index) => {
    for (const figure of figures) place({ ...figure, where: `screen ${index + 1}, ${figure.where}` });
  });
  const books = screens.flatMap((screen, index) =>
    screen.books.map((book) => ({ ...book, where: `screen ${index + 1}, ${book.where}` })),
  );
  books.forEach((shown, index) => {
    for (const other of books.slice(index + 1)) {
      if (other.of !== shown.of) continue;
      const isShown = (price: string) =>
        [shown, other].every(({ lowest, highest }) => Number(price) >= lowest && Number(price) <= highest);
      for (const price of new Set([...Object.keys(shown.lots), ...Object.keys(other.lots)]))
        if (isShown(price))
          for (const book of [shown, other])
            place({ of: `${shown.of} at ${price}`, text: String(book.lots[price] ?? 0), where: book.where });
    }
  });
  const compared = new Map<string, string | null>();
  for (const [of, [first, ...others]] of places) {
    if (first === undefined || others.length === 0) continue;
    const isEqual = others.every(({ text }) => areEqual(first.text, text));
    const words = [first, ...others].map(({ text, where }) => `${text} (${where})`).join(', ');
    compared.set(of, isEqual ? null : `${of}: ${words}`);
  }
  return compared;
}
