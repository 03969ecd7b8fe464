// The checks that the market makes before an act takes effect (market/rights.md, Conditions): one table of acts and conditions. The handlers
// look up which checks to make, that page shows the table, and a test exercises every cell. A new act or condition does not compile without
// its cells.

/** The conditions that can prevent an act. */
export const conditions = [
  /** The instrument, or the instrument of a leg, is halted. */
  'halted',
  /** The contract, or a leg, is in a phase without the act. */
  'phase',
  /** The last trading day of the contract, or of a leg, is over. */
  'expired',
  /** The operator has stopped the trading of the member or the dealer, on either side. */
  'stopped',
  /** The account or its member is not active, on either side. */
  'inactive',
  /** The lots are above the user's maximum for one order. */
  'quantity',
  /** The principal would be above its position limit over all its sub-accounts, and further from flat. */
  'position',
  /** The account would need more initial margin than its limit allows, and more than now. */
  'margin',
  /** The dealer has own-only visibility, and another dealer of the member owns the affected order or deal. */
  'ownOnly',
] as const;
export type Condition = (typeof conditions)[number];

/** The acts that change a position or a book, or lead to such a change. */
export const acts = [
  'order',
  'double',
  'packageOrder',
  'amend',
  'edit',
  'resubmit',
  'heldOverReturn',
  'auctionOpening',
  'leave',
  'strike',
  'report',
  'editReport',
  'acceptReport',
  'offerDeal',
  'acceptOffer',
  'tripartite',
  'split',
  'cumulate',
  'correctPrincipal',
  'subAccount',
  'exercise',
  'assignment',
  'abandon',
  'tender',
  'bid',
  'award',
  'allocation',
  'endOfDay',
  'errorTrade',
] as const;
export type ActName = (typeof acts)[number];

/**
 * `checked`: if the condition fails, the act is rejected or the pending item is withdrawn. Any other text says why the condition is
 * not checked, or why the case cannot occur.
 */
export type Cell = 'checked' | { readonly because: string } | { readonly never: string };

const checked = 'checked';
const no = (because: string) => ({ because }) as const;
const never = (why: string) => ({ never: why }) as const;

type Row = Readonly<Record<Condition, Cell>>;

const oneDay = never('it exists only on the day on which it was made');
const endedOrder = never('an order ends with the last trading day');
const deletedOrder = never('a stop has deleted the order');
const ownNew = no('it is the dealer’s own');
const sameAccount = no('the account does not change');
const samePrincipal = no('the sub-accounts of a principal are limited and margined together');
const dealtLots = no('the quantity was checked when the deal was made');
const operatorsAct = no('the operator is correcting an error');

/** For every act that enters an order in the market. */
const entering: Row = {
  halted: checked,
  phase: checked,
  expired: checked,
  stopped: checked,
  inactive: checked,
  quantity: checked,
  position: checked,
  margin: checked,
  ownOnly: checked,
};
const newOrder: Row = { ...entering, ownOnly: ownNew };

/** For acts of a member on its deals. */
const onDeal: Row = {
  halted: no('the deal was made before the halt, and moving it sets no price'),
  phase: checked,
  expired: oneDay,
  stopped: no('the deal stays within the member'),
  inactive: checked,
  quantity: dealtLots,
  position: checked,
  margin: checked,
  ownOnly: checked,
};

const obligation = no('it is an obligation of an existing position');
const atEnd: Row = {
  halted: obligation,
  phase: obligation,
  expired: obligation,
  stopped: obligation,
  inactive: obligation,
  quantity: obligation,
  position: obligation,
  margin: obligation,
  ownOnly: no('no dealer acts'),
};

const byExercise = never('checked when the long exercises');

const reduces = no('it closes the position');
const certLots = no('the certificate determines the lots');
const afterTrading = no('delivery continues after the last trading day');
const ofStage = no('the stage of the delivery determines what is possible');

export const conditionTable: Readonly<Record<ActName, Row>> = {
  order: newOrder,
  double: newOrder,
  packageOrder: newOrder,
  amend: { ...entering, expired: endedOrder },
  edit: {
    halted: no('the order stays suspended; this is checked when it is resubmitted'),
    phase: no('the order stays suspended; this is checked when it is resubmitted'),
    expired: endedOrder,
    stopped: deletedOrder,
    inactive: checked,
    quantity: checked,
    position: no('the order stays suspended; this is checked when it is resubmitted'),
    margin: no('the order stays suspended; this is checked when it is resubmitted'),
    ownOnly: checked,
  },
  resubmit: { ...entering, expired: endedOrder },
  heldOverReturn: {
    ...entering,
    expired: endedOrder,
    stopped: deletedOrder,
    ownOnly: no('no dealer acts'),
  },
  auctionOpening: {
    halted: checked,
    phase: checked,
    expired: endedOrder,
    stopped: deletedOrder,
    inactive: never('the orders of an account that becomes inactive were suspended'),
    quantity: no('it was checked when the order entered'),
    position: no('it was checked when the order entered, with all open orders'),
    margin: no('it was checked when the order entered, with all open orders'),
    ownOnly: no('no dealer acts'),
  },
  leave: {
    halted: no('leaving the market is always possible'),
    phase: no('leaving the market is always possible'),
    expired: endedOrder,
    stopped: no('leaving the market is always possible'),
    inactive: no('leaving the market is always possible'),
    quantity: no('leaving the market is always possible'),
    position: no('leaving the market is always possible'),
    margin: no('leaving the market is always possible'),
    ownOnly: checked,
  },
  strike: {
    halted: no('it lists contracts and deals nothing'),
    phase: no('it lists contracts and deals nothing'),
    expired: checked,
    stopped: checked,
    inactive: no('it lists contracts and deals nothing'),
    quantity: no('it lists contracts and deals nothing'),
    position: no('it lists contracts and deals nothing'),
    margin: no('it lists contracts and deals nothing'),
    ownOnly: no('contracts belong to nobody'),
  },
  report: newOrder,
  editReport: { ...entering, expired: oneDay, stopped: checked },
  acceptReport: {
    ...entering,
    expired: oneDay,
    ownOnly: no('any dealer of the addressed member may accept it'),
  },
  offerDeal: { ...onDeal, stopped: checked },
  acceptOffer: {
    ...onDeal,
    stopped: checked,
    quantity: checked,
    ownOnly: no('any dealer of the addressed member may accept it'),
  },
  tripartite: { ...onDeal, stopped: checked },
  split: onDeal,
  cumulate: { ...onDeal, inactive: sameAccount, position: sameAccount, margin: sameAccount },
  correctPrincipal: onDeal,
  subAccount: {
    ...onDeal,
    position: samePrincipal,
    margin: samePrincipal,
  },
  exercise: {
    halted: no('it deals at the strike, and the right would be lost'),
    phase: checked,
    expired: checked,
    stopped: no('the right is already held, and would be lost'),
    inactive: checked,
    quantity: no('it is limited to the lots that are held'),
    position: checked,
    margin: checked,
    ownOnly: no('an account belongs to all dealers; the rejection does not reveal its position'),
  },
  assignment: { ...atEnd, phase: byExercise, expired: byExercise },
  abandon: {
    halted: no('it deals nothing'),
    phase: checked,
    expired: checked,
    stopped: no('it only gives up a right'),
    inactive: checked,
    quantity: no('it is limited to the lots that are held'),
    position: no('it only gives up a right'),
    margin: no('it only gives up a right'),
    ownOnly: no('an account belongs to all dealers; the rejection does not reveal its position'),
  },
  tender: {
    halted: no('it deals nothing; this is checked at the award'),
    phase: ofStage,
    expired: afterTrading,
    stopped: checked,
    inactive: checked,
    quantity: certLots,
    position: reduces,
    margin: reduces,
    ownOnly: checked,
  },
  bid: {
    halted: no('it deals nothing; this is checked at the award'),
    phase: ofStage,
    expired: afterTrading,
    stopped: checked,
    inactive: checked,
    quantity: certLots,
    position: reduces,
    margin: reduces,
    ownOnly: no('an account belongs to all dealers; the rejection does not reveal its position'),
  },
  award: {
    halted: checked,
    phase: ofStage,
    expired: afterTrading,
    stopped: checked,
    inactive: checked,
    quantity: certLots,
    position: reduces,
    margin: reduces,
    ownOnly: no('no dealer acts'),
  },
  allocation: {
    halted: checked,
    phase: ofStage,
    expired: afterTrading,
    stopped: checked,
    inactive: checked,
    quantity: certLots,
    position: reduces,
    margin: reduces,
    ownOnly: no('no dealer acts'),
  },
  endOfDay: { ...atEnd, expired: never('the position ends with the contract') },
  errorTrade: {
    halted: operatorsAct,
    phase: operatorsAct,
    expired: oneDay,
    stopped: operatorsAct,
    inactive: operatorsAct,
    quantity: operatorsAct,
    position: operatorsAct,
    margin: operatorsAct,
    ownOnly: no('no dealer acts'),
  },
};

/** Computed once, because it is read on the order path. */
const checkedConditions = Object.fromEntries(
  acts.map((act) => [
    act,
    Object.fromEntries(
      conditions.map((condition) => [condition, conditionTable[act][condition] === checked]),
    ),
  ]),
) as Readonly<Record<ActName, Readonly<Record<Condition, boolean>>>>;

/** Whether the market checks the condition before the act, for code that performs several acts. */
export const isChecked = (act: ActName, condition: Condition): boolean => checkedConditions[act][condition];
