import { formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import css from './imports.module.css'

/** Columns of numbers of a row, in one column on phones. Those that are 0 are left out, except the first. */
export function Figures<Id extends string>({
  columns,
  row,
}: {
  columns: readonly { id: Id; header: string }[]
  row: Readonly<Record<Id, number>>
}) {
  return (
    <span className={css.figures}>
      {columns
        .filter(({ id }, index) => index === 0 || row[id] !== 0)
        .map(({ id, header }) => (
          <span key={id}>{t('{{what}}: {{number}}', { what: header, number: formatNumber(row[id]) })}</span>
        ))}
    </span>
  )
}
