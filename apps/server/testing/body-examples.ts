// Bodies of the calls of all user commands, with the commands that they become.
import { asPrice, type CommandOf, lots, volatility } from '@openpit/venue';
import type { BodyOf, UserCommandKind } from '@openpit/wire';

/** The body of an order by a dealer of KAND, without its request id. */
export const exampleOrder = {
  contract: 'DEC26 WMAZ',
  side: 'B',
  type: 0,
  qty: 1,
  price: 4000,
  capacity: 'P',
  principal: 'KAND',
} as const;

export interface BodyExample<Kind extends UserCommandKind> {
  readonly body: BodyOf<Kind>;
  readonly command: Omit<CommandOf<Kind>, 'kind'>;
}

interface BodyExamples<Kind extends UserCommandKind> {
  /** Together they have every field of the body. */
  readonly all: readonly BodyExample<Kind>[];
  /** Without any of its fields the body is not valid. */
  readonly required: BodyExample<Kind>;
}

const requestId = 'r-1';
const contract = 'MAR27 WMAZ 4060 P';
const onOrder = { body: { requestId, activeOrderSeq: 7 }, command: { activeOrderSeq: 7 } };
const account = { principal: '9996S', subAccount: 'EAST', capacity: 'A' } as const;
const unchanged = { price: null, lots: null, principal: null, capacity: null };

const changes: BodyExamples<'editSuspendOrder' | 'amendActiveOrder'> = {
  all: [
    {
      body: {
        ...onOrder.body,
        price: 99.8,
        reference: 4060,
        qty: 4,
        ...account,
        holdOverUntil: '2026-11-20',
      },
      command: {
        activeOrderSeq: 7,
        change: {
          price: asPrice(9_980),
          reference: asPrice(406_000),
          lots: lots(4),
          ...account,
          holdOver: { until: '2026-11-20' },
        },
      },
    },
    {
      body: { ...onOrder.body, totalQty: 9, volatility: 28.55, subAccount: null, holdOverUntil: null },
      command: {
        activeOrderSeq: 7,
        change: {
          ...unchanged,
          totalLots: lots(9),
          volatility: volatility(2_855),
          subAccount: null,
          holdOver: { until: null },
        },
      },
    },
  ],
  required: { body: onOrder.body, command: { activeOrderSeq: 7, change: unchanged } },
};

const allOrders: BodyExamples<'cancelAllActiveOrders' | 'suspendAllActiveOrders'> = {
  all: [
    {
      body: {
        requestId,
        filter: {
          instrument: 'WMAZ',
          contract,
          principal: 'KAND',
          dealer: 'THN',
          dealers: ['THN', 'JVM'],
          mine: true,
        },
        includeHoldOver: false,
        expectedCount: 3,
      },
      command: {
        filter: {
          instrument: 'WMAZ',
          contract,
          principal: 'KAND',
          dealer: 'THN',
          dealers: ['THN', 'JVM'],
          mine: true,
        },
        includeHoldOver: false,
        expectedCount: 3,
      },
    },
  ],
  required: {
    body: { requestId, filter: {}, includeHoldOver: true },
    command: { filter: {}, includeHoldOver: true },
  },
};

export const bodyExamples: { readonly [Kind in UserCommandKind]: BodyExamples<Kind> } = {
  insertOrder: {
    all: [
      {
        body: {
          requestId,
          contract,
          side: 'S',
          type: 1,
          qty: 10,
          price: 99.2,
          reference: 4060.4,
          ...account,
          ref: 'R1',
          holdOverUntil: '2026-11-20',
        },
        command: {
          contract,
          side: 'S',
          type: 'Tok',
          lots: lots(10),
          price: asPrice(9_920),
          reference: asPrice(406_040),
          ...account,
          ref: 'R1',
          holdOverUntil: '2026-11-20',
        },
      },
      {
        body: {
          requestId,
          contract,
          side: 'B',
          type: 2,
          qty: 1,
          volatility: 28.5,
          capacity: 'P',
          principal: 'KAND',
          subAccount: null,
          holdOverUntil: null,
        },
        command: {
          contract,
          side: 'B',
          type: 'Fok',
          lots: lots(1),
          volatility: volatility(2_850),
          capacity: 'P',
          principal: 'KAND',
          subAccount: null,
          holdOverUntil: null,
        },
      },
    ],
    required: {
      body: { requestId, contract, side: 'B', type: 0, qty: 1, price: 99, capacity: 'P', principal: 'KAND' },
      command: {
        contract,
        side: 'B',
        type: 'Normal',
        lots: lots(1),
        price: asPrice(9_900),
        capacity: 'P',
        principal: 'KAND',
      },
    },
  },
  insertDoubleOrder: {
    all: [
      {
        body: {
          requestId,
          contract,
          bidQty: 2,
          bidPrice: 98.6,
          offerQty: 3,
          offerPrice: 99.4,
          reference: 4060,
          ...account,
          ref: 'D1',
          cancelOther: true,
          holdOverUntil: '2026-11-20',
        },
        command: {
          contract,
          bid: { lots: lots(2), price: asPrice(9_860) },
          offer: { lots: lots(3), price: asPrice(9_940) },
          reference: asPrice(406_000),
          ...account,
          ref: 'D1',
          cancelOther: true,
          holdOverUntil: '2026-11-20',
        },
      },
      {
        body: {
          requestId,
          contract,
          bidQty: 5,
          bidVolatility: 28,
          offerQty: 5,
          offerVolatility: 30,
          capacity: 'P',
          principal: 'KAND',
        },
        command: {
          contract,
          bid: { lots: lots(5), volatility: volatility(2_800) },
          offer: { lots: lots(5), volatility: volatility(3_000) },
          capacity: 'P',
          principal: 'KAND',
          cancelOther: false,
        },
      },
    ],
    required: {
      body: {
        requestId,
        contract,
        bidQty: 1,
        bidPrice: 98,
        offerQty: 1,
        offerPrice: 99,
        capacity: 'P',
        principal: 'KAND',
      },
      command: {
        contract,
        bid: { lots: lots(1), price: asPrice(9_800) },
        offer: { lots: lots(1), price: asPrice(9_900) },
        capacity: 'P',
        principal: 'KAND',
        cancelOther: false,
      },
    },
  },
  addStrike: {
    all: [],
    required: {
      body: { requestId, instrument: 'WMAZ', contractDate: 'MAR27', strike: 3800.5 },
      command: { instrument: 'WMAZ', contractDate: 'MAR27', strike: asPrice(380_050) },
    },
  },
  deleteActiveOrder: { all: [], required: onOrder },
  suspendActiveOrder: { all: [], required: onOrder },
  resubmitActiveOrder: { all: [], required: onOrder },
  reduceActiveOrder: {
    all: [],
    required: {
      body: { ...onOrder.body, qty: 6 },
      command: { activeOrderSeq: 7, lots: lots(6) },
    },
  },
  editSuspendOrder: changes,
  amendActiveOrder: changes,
  cancelAllActiveOrders: allOrders,
  suspendAllActiveOrders: allOrders,
  splitDeal: {
    all: [
      {
        body: {
          requestId,
          dealSeq: 4,
          parts: [
            { qty: 2, ...account, dealer: 'JVM', ref: 'P1' },
            { qty: 3, principal: 'KAND', subAccount: null },
          ],
        },
        command: {
          dealSeq: 4,
          parts: [
            { lots: lots(2), ...account, dealer: 'JVM', ref: 'P1' },
            { lots: lots(3), principal: 'KAND', subAccount: null },
          ],
        },
      },
    ],
    required: {
      body: {
        requestId,
        dealSeq: 4,
        parts: [
          { qty: 1, principal: 'KAND' },
          { qty: 1, principal: '9104K' },
        ],
      },
      command: {
        dealSeq: 4,
        parts: [
          { lots: lots(1), principal: 'KAND' },
          { lots: lots(1), principal: '9104K' },
        ],
      },
    },
  },
  cumulateDeal: {
    all: [
      {
        body: { requestId, dealSeqs: [4, 6], averagePrice: true },
        command: { dealSeqs: [4, 6], averagePrice: true },
      },
    ],
    required: { body: { requestId, dealSeqs: [4, 6] }, command: { dealSeqs: [4, 6] } },
  },
  correctDealPrinciple: {
    all: [{ body: { requestId, dealSeq: 4, ...account }, command: { dealSeq: 4, ...account } }],
    required: {
      body: { requestId, dealSeq: 4, principal: 'KAND' },
      command: { dealSeq: 4, principal: 'KAND' },
    },
  },
  subAccountChange: {
    all: [{ body: { requestId, dealSeq: 4, subAccount: null }, command: { dealSeq: 4, subAccount: null } }],
    required: {
      body: { requestId, dealSeq: 4, subAccount: 'WEST' },
      command: { dealSeq: 4, subAccount: 'WEST' },
    },
  },
  assignDealToMember: {
    all: [],
    required: {
      body: { requestId, dealSeq: 4, member: 'KARO' },
      command: { dealSeq: 4, member: 'KARO' },
    },
  },
  tripartiteDeal: {
    all: [],
    required: {
      body: { requestId, dealSeq: 4, client: '7310A', carryingMember: 'KARO' },
      command: { dealSeq: 4, client: '7310A', carryingMember: 'KARO' },
    },
  },
  exerciseOption: {
    all: [
      { body: { requestId, contract, qty: 5, ...account }, command: { contract, lots: lots(5), ...account } },
    ],
    required: {
      body: { requestId, contract, qty: 5, principal: 'KAND' },
      command: { contract, lots: lots(5), principal: 'KAND' },
    },
  },
  abandonOption: {
    all: [
      { body: { requestId, contract, qty: 0, ...account }, command: { contract, lots: lots(0), ...account } },
      { body: { requestId, contract, qty: 5, ...account }, command: { contract, lots: lots(5), ...account } },
    ],
    required: {
      body: { requestId, contract, qty: 5, principal: 'KAND' },
      command: { contract, lots: lots(5), principal: 'KAND' },
    },
  },
  insertUnmatchedDeal: {
    all: [
      {
        body: {
          requestId,
          contract,
          side: 'S',
          qty: 5,
          price: 99,
          ...account,
          counterparty: 'KAND',
          counterpartyPrincipal: '9104K',
          ref: 'U1',
        },
        command: {
          contract,
          side: 'S',
          lots: lots(5),
          price: asPrice(9_900),
          ...account,
          counterparty: 'KAND',
          counterpartyPrincipal: '9104K',
          ref: 'U1',
        },
      },
    ],
    required: {
      body: { requestId, contract, side: 'B', qty: 5, price: 99, principal: 'KAND', counterparty: 'VELD' },
      command: {
        contract,
        side: 'B',
        lots: lots(5),
        price: asPrice(9_900),
        principal: 'KAND',
        counterparty: 'VELD',
      },
    },
  },
  editUnmatchedDeal: {
    all: [
      {
        body: { requestId, unmatchedSeq: 9, qty: 4, price: 98.2, ...account },
        command: { unmatchedSeq: 9, lots: lots(4), price: asPrice(9_820), account },
      },
      {
        body: { requestId, unmatchedSeq: 9, principal: 'KAND' },
        command: { unmatchedSeq: 9, lots: null, price: null, account: { principal: 'KAND' } },
      },
    ],
    required: {
      body: { requestId, unmatchedSeq: 9 },
      command: { unmatchedSeq: 9, lots: null, price: null, account: null },
    },
  },
  deleteUnmatchedDeal: {
    all: [],
    required: { body: { requestId, unmatchedSeq: 9 }, command: { unmatchedSeq: 9 } },
  },
  acceptUnmatchedDeal: {
    all: [
      {
        body: { requestId, unmatchedSeq: 9, version: 2, ...account, dealer: 'JVM', ref: 'A1' },
        command: { unmatchedSeq: 9, version: 2, ...account, dealer: 'JVM', ref: 'A1' },
      },
    ],
    required: {
      body: { requestId, unmatchedSeq: 9, version: 2, principal: 'VELD' },
      command: { unmatchedSeq: 9, version: 2, principal: 'VELD' },
    },
  },
  tenderSiloCert: {
    all: [
      {
        body: { requestId, contract: 'DEC26 WMAZ', siloReceiptNo: 'SR100001', subAccount: 'PROP' },
        command: { contract: 'DEC26 WMAZ', siloReceiptNo: 'SR100001', subAccount: 'PROP' },
      },
    ],
    required: {
      body: { requestId, contract: 'DEC26 WMAZ', siloReceiptNo: 'SR100001' },
      command: { contract: 'DEC26 WMAZ', siloReceiptNo: 'SR100001' },
    },
  },
  withdrawSiloTender: {
    all: [],
    required: { body: { requestId, siloCertSeq: 9 }, command: { siloCertSeq: 9 } },
  },
  insertSiloCertAuctionBid: {
    all: [
      {
        body: { requestId, siloCertSeq: 9, principal: 'KAND', subAccount: 'PROP', premium: 12.5 },
        command: { siloCertSeq: 9, principal: 'KAND', subAccount: 'PROP', premium: asPrice(1_250) },
      },
    ],
    required: {
      body: { requestId, siloCertSeq: 9, principal: 'KAND', premium: 12 },
      command: { siloCertSeq: 9, principal: 'KAND', premium: asPrice(1_200) },
    },
  },
  deleteSiloCertAuctionBid: {
    all: [],
    required: { body: { requestId, siloBidSeq: 9 }, command: { siloBidSeq: 9 } },
  },
};
