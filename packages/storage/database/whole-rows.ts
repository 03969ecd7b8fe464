// Compares the checksum of each row that Kysely reads (checked-tables.ts). It is added to every select, so that a
// query cannot leave it out; a damaged row ends the query with an error that names table and row.
import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
} from 'kysely';
import { checkColumns } from './checked-tables.ts';
import { SqlError, SqlUsageError } from './sql.ts';

const rowNumber = 'number of the row';

export class WholeRows implements KyselyPlugin {
  /** The table of each query in progress whose rows are checked. */
  readonly #tables = new WeakMap<object, string>();

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (!SelectQueryNode.is(node)) return node;
    const table = tableOf(node);
    const selections = node.selections ?? [];
    // A number of rows has no checksum.
    if (selections.every(({ selection }) => isAggregate(selection))) return node;
    this.#tables.set(queryId, table);
    const whole = SelectionNode.create(ReferenceNode.create(ColumnNode.create('whole')));
    const number = SelectionNode.create(
      AliasNode.create(ReferenceNode.create(ColumnNode.create('rowid')), IdentifierNode.create(rowNumber)),
    );
    return { ...node, selections: [...selections, whole, number] };
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const table = this.#tables.get(queryId);
    if (table === undefined) return result;
    return { ...result, rows: result.rows.map((row) => contents(row, table)) };
  }
}

function contents(row: UnknownRow, table: string): UnknownRow {
  if (row.whole !== 1)
    throw new SqlError(
      `row ${row[rowNumber]} of ${table} is damaged (its checksum does not match)`,
      'SQLITE_CORRUPT',
    );
  const { [rowNumber]: _number, ...columns } = row;
  for (const name of checkColumns) delete columns[name];
  return columns;
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
