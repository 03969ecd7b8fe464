import { newPreferenceDocument } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { camelCaseKeys, parsePreferenceText } from './documents.ts';

const read = (document: unknown) => parsePreferenceText(JSON.stringify(document));

describe('stored preferences', () => {
  it('[PREF-1] are read unchanged', () => {
    const document = newPreferenceDocument();
    expect(read(document)).toEqual({ document, isConverted: false, unreadable: [] });
  });

  it('[PREF-3] have "last" if tradeFormLocation is missing, and "button" in a new document', () => {
    expect(read({ defaults: { maxDepth: 5 } }).document.defaults).toMatchObject({
      tradeFormLocation: 'last',
      maxDepth: 5,
      capacity: 'P',
      defaultOrderQuantity: 1,
    });
    expect(newPreferenceDocument().defaults.tradeFormLocation).toBe('button');
  });

  it('[PREF-1] [PREF-3] have the defaults of the specification in a new document', () => {
    const { flags, defaults } = newPreferenceDocument();
    const names =
      'insertOrderOrDouble cancelAllActiveOrders suspendAllActiveOrders deleteActiveOrder suspendActiveOrder ' +
      'reduceActiveOrder resubmitActiveOrder editSuspendOrder insertUnmatchedDeal deleteUnmatchedDeal ' +
      'acceptUnmatchedDeal editUnmatchedDeal splitDeal assignDealToMember tripartiteDeal cumulateDeal ' +
      'correctDealPrinciple exerciseOption abandonOption subAccountChange deleteSiloCertAuctionBid';
    expect(flags).toEqual(Object.fromEntries(names.split(' ').map((name) => [name, false])));
    expect(defaults).toMatchObject({
      tradeFormLocation: 'button',
      priceChangeMop: 0,
      rateChangeMop: 0,
      volChangeMop: 0,
      maxOrderQuantity: 1,
      defaultOrderQuantity: 1,
      defaultPopupNotificationTime: 0,
      timeout: 0,
      maxDepth: 0,
      capacity: 'P',
      soundOnDealExecution: false,
      colorOnUpdates: 'text',
      compact: false,
    });
  });

  it('[PREF-2] have an empty branch, dealer and client, in a new document and where none is stored', () => {
    const profile = { branch: '', dealer: '', client: '' };
    expect(newPreferenceDocument().profile).toEqual(profile);
    expect(read({ profile: {} }).document.profile).toEqual(profile);
  });

  it('[PREF-4] are converted from snake_case if they have old names', () => {
    const { document, isConverted } = read({
      flags: { insert_order_or_double: true, delete_silo_cert_auction_bid: true },
      defaults: { trade_form_location: 'button', max_order_quantity: 50 },
    });
    expect(isConverted).toBe(true);
    expect(document.flags).toMatchObject({
      insertOrderOrDouble: true,
      deleteSiloCertAuctionBid: true,
      splitDeal: false,
    });
    expect(document.defaults).toMatchObject({ tradeFormLocation: 'button', maxOrderQuantity: 50 });
  });

  it('[PREF-4] keep the new name when both exist, and names that only begin with an underscore', () => {
    expect(camelCaseKeys({ max_depth: 3, maxDepth: 7, _id: 'x' })).toEqual({
      value: { maxDepth: 7, _id: 'x' },
      isConverted: true,
    });
    expect(camelCaseKeys({ maxDepth: 7, max_depth: 3 }).value).toEqual({ maxDepth: 7 });
    expect(camelCaseKeys({ _id: 'x', list: [{ maxDepth: 1 }] }).isConverted).toBe(false);
  });

  it('[PREF-4] keep unknown fields at every level, even when old names are converted', () => {
    const document = {
      _id: 'p1',
      savedBy: { version: 7, features: [{ keyMap: 'classic' }] },
      flags: { splitDeal: true, mayGoHome: true },
      profile: { client: 'C1', team: 'grain' },
      defaults: { maxDepth: 5, quickKeys: { 'DEC26 WMAZ': 'F2', DEC26_WMAZ: 'F3' } },
    };
    const kept = read(document);
    expect(kept).toMatchObject({ document, isConverted: false, unreadable: [] });
    expect(read({ ...document, defaults: { ...document.defaults, max_order_quantity: 50 } })).toMatchObject({
      document: { ...document, defaults: { ...document.defaults, maxOrderQuantity: 50 } },
      isConverted: true,
      unreadable: [],
    });
    expect(read({ defaults: {}, colour_theme: { dark_mode: true } }).document).toMatchObject({
      colourTheme: { darkMode: true },
    });
  });

  it('[PREF-4] keep unknown fields next to a field that cannot be read', () => {
    const { document, unreadable } = read({ defaults: { maxDepth: 'deep', quickKeys: 'on' }, team: 'grain' });
    expect(unreadable).toEqual(['defaults.maxDepth']);
    expect(document).toMatchObject({ defaults: { maxDepth: 0, quickKeys: 'on' }, team: 'grain' });
  });

  it('have the default for each field that cannot be read', () => {
    const { document, unreadable } = read({
      flags: { splitDeal: 'yes', assignDealToMember: true },
      defaults: { maxDepth: -4, capacity: 'A', colorOnUpdates: 'pink' },
    });
    expect(unreadable).toEqual(['flags.splitDeal', 'defaults.maxDepth', 'defaults.colorOnUpdates']);
    expect(document.flags).toMatchObject({ splitDeal: false, assignDealToMember: true });
    expect(document.defaults).toMatchObject({ maxDepth: 0, capacity: 'A', colorOnUpdates: 'text' });
  });

  it('have all defaults when nothing can be read', () => {
    expect(read({ defaults: 'none', flags: 7 }).document.defaults.tradeFormLocation).toBe('last');
    expect(() => parsePreferenceText('[]')).toThrow('not a document');
    expect(() => parsePreferenceText('{')).toThrow();
  });
});
