import { formatDate } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Table, type Column } from '#platform/web/ui/Table.tsx'
import css from './analytics.module.css'

const WIDTH = 640
const HEIGHT = 160
const EDGE = 8

export interface PlotDay {
  /** `2026-11-23`. */
  day: string
  values: readonly number[]
}

interface PlotProps {
  title: string
  /** Names of the lines. */
  series: readonly string[]
  days: readonly PlotDay[]
}

/** Lines over days, with the numbers in a table behind them. */
export function Plot({ title, series, days }: PlotProps) {
  const most = Math.max(1, ...days.flatMap(day => day.values))
  const totals = series.map((name, index) => `${name} ${days.reduce((sum, day) => sum + (day.values[index] ?? 0), 0)}`)
  const x = (index: number) => EDGE + ((WIDTH - 2 * EDGE) * index) / Math.max(1, days.length - 1)
  const y = (value: number) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * value) / most
  const columns: Column<PlotDay>[] = [
    { id: 'day', header: t('Day'), isRowHeader: true, cell: row => formatDate(row.day) },
    ...series.map((name, index): Column<PlotDay> => ({
      id: name,
      header: name,
      align: 'end',
      cell: row => row.values[index] ?? 0,
    })),
  ]
  return (
    <figure className={css.plot}>
      <figcaption>
        <strong>{title}</strong>
        <ul className={css.legend}>
          {series.map((name, index) => (
            <li key={name} data-line={index}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}: ${totals.join(', ')}`}>
        <line className={css.axis} x1={EDGE} x2={WIDTH - EDGE} y1={y(0)} y2={y(0)} />
        <line className={css.axis} x1={EDGE} x2={WIDTH - EDGE} y1={y(most)} y2={y(most)} />
        <text className={css.scale} x={EDGE} y={y(most) + 12}>
          {most}
        </text>
        {series.map((name, line) => (
          <polyline
            key={name}
            className={css.line}
            data-line={line}
            points={days.map((day, index) => `${x(index)},${y(day.values[line] ?? 0)}`).join(' ')}
          />
        ))}
      </svg>
      <details>
        <summary>{t('Show as a table')}</summary>
        <Table label={title} columns={columns} rows={days} rowKey={row => row.day} />
      </details>
    </figure>
  )
}
