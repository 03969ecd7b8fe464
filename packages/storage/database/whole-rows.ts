// Compares the checksum of each row that Kysely reads (checked-tables.ts). It is added to every select, so that a query cannot leave it
// out; a damaged row ends the query with an error that names table and row. So does a row that a damaged index has found although it does
// not match, so that no user gets another user's row.
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  OperatorNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
  ValueNode,
} from 'kysely';
import { checkColumns } from './checked-tables.ts';
import { SqlError, SqlUsageError } from './sql.ts';

const rowNumber = 'number of the row';

interface Checks {
  readonly table: string;
  /** The conditions of the query: a column, under its name in the result, and its value. */
  readonly equal: readonly { readonly column: string; readonly as: string; readonly value: unknown }[];
}

export class WholeRows implements KyselyPlugin {
  /** The conditions of each query in progress. */
  readonly #checks = new WeakMap<object, Checks>();

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (!SelectQueryNode.is(node)) return node;
    const table = tableOf(node);
    const selections = node.selections ?? [];
    // A number of rows has no checksum.
    if (selections.every(({ selection }) => isAggregate(selection))) return node;
    const equal = equalities(node.where?.where).map(({ column, value }, index) => ({
      column,
      as: `asked ${index}`,
      value,
    }));
    this.#checks.set(queryId, { table, equal });
    // After `whole`, whose computation reads the row itself: a column before it may be read from an index.
    const added = [selectionOf('whole'), selectionOf('rowid', rowNumber)];
    const checkedSelections = equal.map(({ column, as }) => selectionOf(column, as));
    return { ...node, selections: [...selections, ...added, ...checkedSelections] };
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const checks = this.#checks.get(queryId);
    if (checks === undefined) return result;
    return { ...result, rows: result.rows.map((row) => contents(row, checks)) };
  }
}

function contents(row: UnknownRow, { table, equal }: Checks): UnknownRow {
  if (row.whole !== 1) throw damaged(row, table, 'its checksum does not match');
  const { [rowNumber]: _number, ...columns } = row;
  for (const name of checkColumns) delete columns[name];
  for (const { as, column, value } of equal) {
    if (row[as] !== value) throw damaged(row, table, `an index has it under another ${column}`);
    delete columns[as];
  }
  return columns;
}

function damaged(row: UnknownRow, table: string, why: string): SqlError {
  return new SqlError(`row ${row[rowNumber]} of ${table} is damaged (${why})`, 'SQLITE_CORRUPT');
}

function selectionOf(column: string, as = column): SelectionNode {
  const reference = ReferenceNode.create(ColumnNode.create(column));
  return SelectionNode.create(
    as === column ? reference : AliasNode.create(reference, IdentifierNode.create(as)),
  );
}

/** The terms of a condition that compare a column with a value, as far as all rows must meet them. */
function equalities(condition: OperationNode | undefined): { column: string; value: unknown }[] {
  if (condition === undefined) return [];
  if (AndNode.is(condition)) return [...equalities(condition.left), ...equalities(condition.right)];
  if (ParensNode.is(condition)) return equalities(condition.node);
  if (!BinaryOperationNode.is(condition)) return [];
  const { leftOperand: left, operator, rightOperand: right } = condition;
  const isEqual = OperatorNode.is(operator) && operator.operator === '=';
  if (!isEqual || !ReferenceNode.is(left) || !ColumnNode.is(left.column) || !ValueNode.is(right)) return [];
  return [{ column: left.column.column.name, value: right.value }];
}

/** The only table of a query. Throws SqlUsageError for a join or an alias, whose rows could not be checked. */
function tableOf({ from, groupBy }: SelectQueryNode): string {
  const [only, second] = from?.froms ?? [];
  if (only !== undefined && second === undefined && groupBy === undefined && TableNode.is(only))
    return only.table.identifier.name;
  throw new SqlUsageError(
    'select from one table without an alias, so that the checksum of each row can be compared',
  );
}

function isAggregate(selection: OperationNode): boolean {
  if (AliasNode.is(selection)) return isAggregate(selection.node);
  return selection.kind === 'AggregateFunctionNode';
}
