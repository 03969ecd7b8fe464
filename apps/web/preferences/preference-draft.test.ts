import { newPreferenceDocument } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { setFormatLocale } from '../ui/format.ts';
import { locales } from '../ui/testing/locales.ts';
import { documentOf, draftErrors, draftOf } from './preference-draft.ts';

const before = newPreferenceDocument();
const draft = draftOf(before);

describe('the preferences that are typed and chosen', () => {
  it('[PREF-7] make the same document again when nothing was changed', () => {
    expect(draftErrors(draft)).toEqual({});
    expect(documentOf(draft, before)).toEqual(before);
  });

  it('are read back in every locale, including a step with three decimals', () => {
    const fine = { ...before, defaults: { ...before.defaults, priceChangeMop: 1.125, volChangeMop: 0.25 } };
    for (const locale of locales) {
      setFormatLocale(locale);
      expect(documentOf(draftOf(fine), fine), locale).toEqual(fine);
    }
    setFormatLocale(undefined);
  });

  it('[PREF-7] change their fields and keep all others, unknown ones and the permission flags too', () => {
    const stored = {
      ...before,
      flags: { ...before.flags, splitDeal: true },
      profile: { ...before.profile, floor: 'second' },
      defaults: { ...before.defaults, bell: 'brass' },
    };
    const changed = documentOf(
      {
        ...draft,
        client: 'KANDC1',
        branch: ' Bothaville ',
        dealer: 'JVM',
        numbers: { ...draft.numbers, defaultOrderQuantity: '25', volChangeMop: '0.5' },
        chosen: { ...draft.chosen, colorOnUpdates: 'background' },
      },
      stored,
    );
    expect(changed).toEqual({
      ...stored,
      profile: { ...stored.profile, client: 'KANDC1', branch: 'Bothaville', dealer: 'JVM' },
      defaults: {
        ...stored.defaults,
        defaultOrderQuantity: 25,
        volChangeMop: 0.5,
        colorOnUpdates: 'background',
      },
    });
  });

  it('[PREF-7] leave a field empty whose 0 has a meaning, and read an empty one as 0', () => {
    const fields = {
      ...before,
      defaults: { ...before.defaults, maxDepth: 5, timeout: 0, priceChangeMop: 0 },
    };
    const { numbers } = draftOf(fields);
    expect(numbers).toMatchObject({ maxDepth: '5', timeout: '', priceChangeMop: '' });
    const emptied = documentOf({ ...draft, numbers: { ...numbers, maxDepth: '', timeout: '0' } }, fields);
    expect(emptied.defaults).toMatchObject({ maxDepth: 0, timeout: 0, priceChangeMop: 0 });
  });

  it('[PREF-7] are rejected field by field, and make no document then', () => {
    const wrong = {
      ...draft,
      numbers: {
        ...draft.numbers,
        defaultOrderQuantity: '0',
        maxDepth: '201',
        timeout: '1.5',
        disconnectSeconds: '',
      },
    };
    expect(draftErrors(wrong)).toEqual({
      defaultOrderQuantity: 'At least 1.',
      maxDepth: 'At most 200.',
      timeout: 'Type a whole number.',
      disconnectSeconds: 'Type a number.',
    });
    expect(() => documentOf(wrong, before)).toThrow('defaultOrderQuantity');
  });
});
