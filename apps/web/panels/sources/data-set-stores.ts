// The stores of the data sets whose rows panels show, by the names of the wire's table of data sets.
import { activeOrdersStore, completedOrdersStore, dealsStore, positionsStore } from '../../stores/stores.ts';

export const dataSetStores = {
  activeOrders: activeOrdersStore,
  completedOrders: completedOrdersStore,
  deals: dealsStore,
  positions: positionsStore,
};
