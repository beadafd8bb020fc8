import { formatDateTime } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import type { Column } from '#platform/web/ui/Table.tsx'
import type { AuditRecord } from '#features/audit/contract.ts'
import css from '../admin.module.css'
import { auditLabel } from './audit-labels.ts'

/** Audit log columns. On phones: the event, with author and time below it. */
export function auditColumns(phone: boolean): Column<AuditRecord>[] {
  const what: Column<AuditRecord> = {
    id: 'what',
    header: t('What changed'),
    isRowHeader: true,
    cell: record => (
      <>
        <span className={css.name}>{t(record.summary)}</span>
        <span className={css.sub}>{phone ? <When at={record.creationDate} /> : t(record.category)}</span>
        {phone && <span className={css.sub}>{author(record)}</span>}
      </>
    ),
  }
  const on: Column<AuditRecord> = { id: 'on', header: t('Concerns'), cell: record => <Objects record={record} /> }
  if (phone) return [what, on]
  return [
    { id: 'when', header: t('When'), width: '11rem', cell: record => <When at={record.creationDate} /> },
    { id: 'who', header: t('By'), width: '10rem', cell: author },
    what,
    on,
  ]
}

function When({ at }: { at: number }) {
  return (
    <time className={css.nowrap} dateTime={new Date(at).toISOString()}>
      {formatDateTime(at)}
    </time>
  )
}

function author({ author: { type, displayName, username } }: AuditRecord) {
  if (type === 'system') return t('The wiki itself')
  // Deleted users have no profile.
  return username === undefined ? (
    displayName
  ) : (
    <a href={`/users/viewuserprofile.action?username=${encodeURIComponent(username)}`}>{displayName}</a>
  )
}

function Objects({ record: { affectedObject, associatedObjects, changedValues } }: { record: AuditRecord }) {
  return (
    <>
      <span className={css.words}>{named(affectedObject)}</span>
      {associatedObjects.map(object => (
        <span key={object.objectType} className={css.sub}>
          {named(object)}
        </span>
      ))}
      {changedValues.map((change, index) => (
        <span key={index} className={css.sub}>
          {change.newValue !== ''
            ? t('{{what}}: {{values}}', { what: t(change.name), values: auditLabel(change.newValue) })
            : t('{{what}} taken away: {{values}}', { what: t(change.name), values: auditLabel(change.oldValue) })}
        </span>
      ))}
    </>
  )
}

function named({ name, objectType }: { name: string; objectType: string }): string {
  return name === ''
    ? t(objectType)
    : t('{{type}} {{name}}', { type: t(objectType), name: objectType === 'Permission' ? auditLabel(name) : name })
}
