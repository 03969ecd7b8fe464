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
  'capture',
  'editCapture',
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
 * `asked`: if the condition fails, the act is rejected or the pending item is withdrawn. Any other text says why the condition is
 * not checked, or why the case cannot occur.
 */
export type Cell = 'asked' | { readonly because: string } | { readonly never: string };

const asked = 'asked';
const no = (because: string) => ({ because }) as const;
const never = (why: string) => ({ never: why }) as const;

type Row = Readonly<Record<Condition, Cell>>;

const oneDay = never('it exists only on the day on which it was made');
const endedOrder = never('an order ends with the last trading day');
const deletedOrder = never('a stop has deleted the order');
const ownNew = no('it is the dealer’s own');
const sameAccount = no('the account does not change');
const samePrincipal = no('the sub-accounts of a principal are limited and margined together');
const dealtLots = no('the lots were asked for when they were dealt');
const operatorsAct = no('the operator puts the market in order');

/** For every act that enters an order in the market. */
const entering: Row = {
  halted: asked,
  phase: asked,
  expired: asked,
  stopped: asked,
  inactive: asked,
  quantity: asked,
  position: asked,
  margin: asked,
  ownOnly: asked,
};
const newOrder: Row = { ...entering, ownOnly: ownNew };

/** For acts of a member on its deals. */
const onDeal: Row = {
  halted: no('the deal was made before the halt, and moving it makes no price'),
  phase: asked,
  expired: oneDay,
  stopped: no('it stays within the member'),
  inactive: asked,
  quantity: dealtLots,
  position: asked,
  margin: asked,
  ownOnly: asked,
};

const obligation = no('it is an obligation of the position that is held');
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

const byExercise = never('the exercise asks');

const reduces = no('it closes the position');
const certLots = no('the certificate determines the lots');
const afterTrading = no('delivery goes on after the last trading day');
const ofStage = no('the stage of the delivery decides');

export const conditionTable: Readonly<Record<ActName, Row>> = {
  order: newOrder,
  double: newOrder,
  packageOrder: newOrder,
  amend: { ...entering, expired: endedOrder },
  edit: {
    halted: no('it stays suspended, and resubmitting asks'),
    phase: no('it stays suspended, and resubmitting asks'),
    expired: endedOrder,
    stopped: deletedOrder,
    inactive: asked,
    quantity: asked,
    position: no('it stays suspended, and resubmitting asks'),
    margin: no('it stays suspended, and resubmitting asks'),
    ownOnly: asked,
  },
  resubmit: { ...entering, expired: endedOrder },
  heldOverReturn: {
    ...entering,
    expired: endedOrder,
    stopped: deletedOrder,
    ownOnly: no('no dealer acts'),
  },
  auctionOpening: {
    halted: asked,
    phase: asked,
    expired: endedOrder,
    stopped: deletedOrder,
    inactive: never('the orders of an account that becomes inactive were suspended'),
    quantity: no('it was asked when the order entered'),
    position: no('it was asked when the order entered, with all open orders'),
    margin: no('it was asked when the order entered, with all open orders'),
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
    ownOnly: asked,
  },
  strike: {
    halted: no('it lists contracts and deals nothing'),
    phase: no('it lists contracts and deals nothing'),
    expired: asked,
    stopped: asked,
    inactive: no('it lists contracts and deals nothing'),
    quantity: no('it lists contracts and deals nothing'),
    position: no('it lists contracts and deals nothing'),
    margin: no('it lists contracts and deals nothing'),
    ownOnly: no('contracts belong to nobody'),
  },
  capture: newOrder,
  editCapture: { ...entering, expired: oneDay, stopped: asked },
  acceptReport: {
    ...entering,
    expired: oneDay,
    ownOnly: no('anything addressed to a member is for any of its dealers'),
  },
  offerDeal: { ...onDeal, stopped: asked },
  acceptOffer: {
    ...onDeal,
    stopped: asked,
    quantity: asked,
    ownOnly: no('anything addressed to a member is for any of its dealers'),
  },
  tripartite: { ...onDeal, stopped: asked },
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
    phase: asked,
    expired: asked,
    stopped: no('the right is held already, and would be lost'),
    inactive: asked,
    quantity: no('only lots that are held can be named'),
    position: asked,
    margin: asked,
    ownOnly: no('an account belongs to all dealers; the rejection does not say what it holds'),
  },
  assignment: { ...atEnd, phase: byExercise, expired: byExercise },
  abandon: {
    halted: no('it deals nothing'),
    phase: asked,
    expired: asked,
    stopped: no('it gives something up'),
    inactive: asked,
    quantity: no('only lots that are held can be named'),
    position: no('it gives something up'),
    margin: no('it gives something up'),
    ownOnly: no('an account belongs to all dealers; the rejection does not say what it holds'),
  },
  tender: {
    halted: no('it deals nothing; the award asks'),
    phase: ofStage,
    expired: afterTrading,
    stopped: asked,
    inactive: asked,
    quantity: certLots,
    position: reduces,
    margin: reduces,
    ownOnly: asked,
  },
  bid: {
    halted: no('it deals nothing; the award asks'),
    phase: ofStage,
    expired: afterTrading,
    stopped: asked,
    inactive: asked,
    quantity: certLots,
    position: reduces,
    margin: reduces,
    ownOnly: no('an account belongs to all dealers; the rejection does not say what it holds'),
  },
  award: {
    halted: asked,
    phase: ofStage,
    expired: afterTrading,
    stopped: asked,
    inactive: asked,
    quantity: certLots,
    position: reduces,
    margin: reduces,
    ownOnly: no('no dealer acts'),
  },
  allocation: {
    halted: asked,
    phase: ofStage,
    expired: afterTrading,
    stopped: asked,
    inactive: asked,
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
const askedOf = Object.fromEntries(
  acts.map((act) => [
    act,
    Object.fromEntries(conditions.map((condition) => [condition, conditionTable[act][condition] === asked])),
  ]),
) as Readonly<Record<ActName, Readonly<Record<Condition, boolean>>>>;

/** Whether the market checks the condition before the act, for code that performs several acts. */
export const isChecked = (act: ActName, condition: Condition): boolean => askedOf[act][condition];
