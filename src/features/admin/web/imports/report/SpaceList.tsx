import { formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import admin from '../../admin.module.css'
import type { PartOfImport } from '../counts.ts'
import { shortCounts } from '../import-columns.tsx'
import { usePagedRows } from '../paged-rows.ts'

/** Spaces that an import has brought in, or brings in. */
export function SpaceList({ parts }: { parts: readonly PartOfImport[] }) {
  const isPhone = useIsPhone()
  const list = usePagedRows('imported spaces', parts)
  return (
    <Section title={t('Spaces')}>
      <TableListing
        list={list}
        label={t('Spaces')}
        failure={t('The spaces could not be read')}
        rowKey={part => part.key}
        columns={spaceColumns(isPhone)}
        empty={null}
      />
    </Section>
  )
}

function spaceColumns(isPhone: boolean): Column<PartOfImport>[] {
  const name: Column<PartOfImport> = {
    id: 'name',
    header: t('Name'),
    isRowHeader: true,
    cell: part => (
      <>
        <a className={`${admin.name} ${admin.words}`} href={`/display/${encodeURIComponent(part.key)}`}>
          {part.name}
        </a>{' '}
        {!part.isDone && <Lozenge>{t('Incomplete')}</Lozenge>}
        <span className={`${admin.sub} ${admin.words}`}>
          {part.key === part.sourceKey
            ? part.key
            : t('{{key}}, in the export {{source}}', { key: part.key, source: part.sourceKey })}
        </span>
        {isPhone && <span className={admin.sub}>{shortCounts(part.counts, 'arrived')}</span>}
      </>
    ),
  }
  if (isPhone) return [name]
  return [
    name,
    { id: 'counts', header: t('Arrived'), cell: part => shortCounts(part.counts, 'arrived') || '–' },
    { id: 'remarks', header: t('Remarks'), align: 'end', width: '6rem', cell: part => formatNumber(part.remarks) },
  ]
}
