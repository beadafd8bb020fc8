import Download from 'lucide-react/icons/download'
import { Suspense, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { useIsPhone, useMedia } from '#platform/web/media.ts'
import { useParts } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { Button, LinkButton } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import type { Sort } from '#platform/web/ui/Table.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import {
  diagramReport,
  diagramReportCsv,
  type ReportedDiagram,
  type ReportSort,
} from '#features/diagram-bulk/contract.ts'
import { DiagramUsesDialog } from '#features/diagrams/web/index.ts'
import css from '../admin.module.css'
import { AdminPage } from '../AdminPage.tsx'
import { ApproximationsDialog } from './ApproximationsDialog.tsx'
import { diagramColumns, type ReportWidth } from './diagram-columns.tsx'

type Asked = { about: 'uses' | 'approximations'; diagram: ReportedDiagram }
/** Columns in which the largest is looked for first. */
const LARGEST_FIRST: ReadonlySet<string> = new Set<ReportSort>([
  'size',
  'versions',
  'uses',
  'approximations',
  'changed',
])
const BY_NAME: Sort = { column: 'name', direction: 'ascending' }

/** All diagrams of the wiki: where they are, how large, how many versions, where they are shown. */
export default function DiagramsScreen() {
  const [typed, setTyped] = useHistoryState('words for diagrams', '')
  const [sort, setSort] = useHistoryState('order of diagrams', BY_NAME)
  const [asked, setAsked] = useState<Asked>()
  const width = useWidth()
  const words = useDebounced(typed.trim())
  const query = { words, sort: sort.column as ReportSort, direction: sort.direction }
  const diagrams = useParts(diagramReport, { query })
  const close = () => setAsked(undefined)
  return (
    <AdminPage title={t('Diagrams')}>
      <p className={css.intro}>
        {t(
          'All diagrams of published pages. Approximations are parts that look different from the original Gliffy or draw.io file.',
        )}
      </p>
      <Toolbar
        actions={
          <LinkButton href={`${diagramReportCsv.path}?${new URLSearchParams(query)}`} icon={<Download />}>
            {t('Download as CSV')}
          </LinkButton>
        }
      >
        <SearchField label={t('Find by diagram, page or space key')} value={typed} onChange={setTyped} />
      </Toolbar>
      <TableListing
        list={growingList(diagrams)}
        label={t('Diagrams')}
        failure={t('The diagrams could not be read')}
        rowKey={diagram => diagram.attachmentId}
        columns={diagramColumns(width, (about, diagram) => setAsked({ about, diagram }))}
        sort={sort}
        onSort={next =>
          setSort(
            next.column !== sort.column && LARGEST_FIRST.has(next.column) ? { ...next, direction: 'descending' } : next,
          )
        }
        empty={
          words === '' ? (
            <EmptyState title={t('No diagrams yet')} />
          ) : (
            <EmptyState
              title={t('No diagram matches')}
              action={<Button onPress={() => setTyped('')}>{t('Show all')}</Button>}
            />
          )
        }
      />
      {asked?.about === 'uses' && (
        <Suspense>
          <DiagramUsesDialog ownerPageId={asked.diagram.page.id} name={asked.diagram.name} onClose={close} />
        </Suspense>
      )}
      {asked?.about === 'approximations' && <ApproximationsDialog diagram={asked.diagram} onClose={close} />}
    </AdminPage>
  )
}

/** All columns beside each other need more than a tablet has. */
function useWidth(): ReportWidth {
  const isPhone = useIsPhone()
  const isNarrow = useMedia('(max-width: 1099.98px)')
  return isPhone ? 'phone' : isNarrow ? 'tablet' : 'desktop'
}
