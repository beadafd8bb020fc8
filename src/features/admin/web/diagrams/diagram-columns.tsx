import { Button } from 'react-aria-components/Button'
import { formatBytes, formatDate, formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import type { Column } from '#platform/web/ui/Table.tsx'
import type { ReportedDiagram } from '#features/diagram-bulk/contract.ts'
import { diagramAddress, VIEWER_PATH } from '#features/diagrams/reference-shared.ts'
import css from '../admin.module.css'

type OnAsk = (about: 'uses' | 'approximations', diagram: ReportedDiagram) => void

/** Names of the formats; keys of i18n. */
const ORIGINS: Readonly<Record<ReportedDiagram['origin'], string>> = {
  oxbow: 'Oxbow',
  gliffy: 'Gliffy',
  drawio: 'draw.io',
  unreadable: 'Cannot be read',
}

/** Kind of the window that shows the report. */
export type ReportWidth = 'phone' | 'tablet' | 'desktop'

/**
 * Columns of the report. Where there is less room the page is below the diagram, and the format is left out; on phones
 * there are the uses and the size besides.
 */
export function diagramColumns(width: ReportWidth, onAsk: OnAsk): Column<ReportedDiagram>[] {
  const name: Column<ReportedDiagram> = {
    id: 'name',
    header: t('Diagram'),
    isRowHeader: true,
    isSortable: true,
    cell: diagram => (
      <>
        <a className={css.name} href={viewerOf(diagram)}>
          {diagram.name}
        </a>
        {width !== 'desktop' && <span className={css.sub}>{`${diagram.page.title} · ${diagram.space.name}`}</span>}
      </>
    ),
  }
  const page: Column<ReportedDiagram> = { id: 'page', header: t('Page'), cell: place }
  const uses: Column<ReportedDiagram> = {
    id: 'uses',
    header: t('Shown on'),
    isSortable: true,
    align: 'end',
    cell: diagram => (
      <Count
        count={diagram.uses}
        label={t('Pages that show “{{name}}”', { name: diagram.name })}
        onPress={() => onAsk('uses', diagram)}
      />
    ),
  }
  const size: Column<ReportedDiagram> = {
    id: 'size',
    header: t('Size'),
    isSortable: true,
    align: 'end',
    cell: diagram => <span className={css.nowrap}>{formatBytes(diagram.size)}</span>,
  }
  if (width === 'phone') return [name, uses, size]
  const format: Column<ReportedDiagram> = {
    id: 'origin',
    header: t('Format'),
    cell: ({ origin }) => t(ORIGINS[origin]),
  }
  const isWide = width === 'desktop'
  return [
    name,
    ...(isWide ? [page] : []),
    size,
    {
      id: 'versions',
      header: t('Versions'),
      isSortable: true,
      align: 'end',
      cell: ({ versions }) => formatNumber(versions),
    },
    uses,
    ...(isWide ? [format] : []),
    {
      id: 'approximations',
      header: t('Approximations'),
      isSortable: true,
      align: 'end',
      cell: diagram => (
        <Count
          count={diagram.approximations}
          label={t('Approximations in “{{name}}”', { name: diagram.name })}
          onPress={() => onAsk('approximations', diagram)}
        />
      ),
    },
    {
      id: 'changed',
      header: t('Changed'),
      isSortable: true,
      cell: ({ changedAt }) => <span className={css.nowrap}>{formatDate(changedAt)}</span>,
    },
  ]
}

function viewerOf({ page, name }: ReportedDiagram): string {
  return diagramAddress(VIEWER_PATH, { pageId: page.id, ceoid: page.id, name })
}

function place({ page, space }: ReportedDiagram) {
  return (
    <>
      <a href={page.url}>{page.title}</a> <span className={css.sub}>{space.name}</span>
    </>
  )
}

/** A number that leads to what it counts. */
function Count({ count, label, onPress }: { count: number; label: string; onPress: () => void }) {
  if (count === 0) return <>0</>
  return (
    <Button className={css.count ?? ''} aria-label={`${formatNumber(count)} – ${label}`} onPress={onPress}>
      {formatNumber(count)}
    </Button>
  )
}
