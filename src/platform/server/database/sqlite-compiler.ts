import {
  BinaryOperationNode,
  ColumnNode,
  ReferenceNode,
  SqliteQueryCompiler,
  ValueNode,
  type LimitNode,
  type OperationNode,
} from 'kysely'

/**
 * Columns that conditions of partial indexes name: whether such an index serves a query depends on the value compared.
 */
const PLANNED_BY: ReadonlySet<string> = new Set(['type', 'status', 'state'])
/**
 * Names of kinds and states. Other values are bound like all others, so that what users send never becomes a part of
 * the SQL.
 */
const NAME = /^[A-Za-z]{1,20}$/

/**
 * Writes SQL that SQLite plans once and not with each run, which would take many times as long as most queries do.
 *
 * SQLite looks at bound values while it plans, and replans a statement when such a value is bound again
 * (`sqlite3VdbeReprepareOnBind` in its source); since better-sqlite3 clears all values after each run, that is each
 * time. So values are written behind a plus, which changes nothing but hides them from the planner. Values that it
 * ought to know are written into the SQL: kinds and states, and how many rows are wanted.
 */
export class PlannedQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }

  protected override appendValue(value: unknown): void {
    if (typeof value === 'string' && NAME.test(value) && this.#isComparedWithPlanned()) this.appendImmediateValue(value)
    else super.appendValue(value)
  }

  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.appendImmediateValue(limit.value)
    else this.visitNode(limit)
  }

  #isComparedWithPlanned(): boolean {
    const comparison = this.parentNode
    return (
      comparison !== undefined &&
      BinaryOperationNode.is(comparison) &&
      PLANNED_BY.has(columnName(comparison.leftOperand) ?? '')
    )
  }
}

function columnName(operand: OperationNode): string | undefined {
  const column = ReferenceNode.is(operand) ? operand.column : operand
  return ColumnNode.is(column) ? column.column.name : undefined
}
