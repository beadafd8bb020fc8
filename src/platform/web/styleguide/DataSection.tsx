import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { TreeView } from '../tree/TreeView.tsx'
import { useTree } from '../tree/useTree.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Lozenge } from '../ui/Lozenge.tsx'
import { LoadMore, Pagination } from '../ui/Paging.tsx'
import { type Column, type Sort, Table } from '../ui/Table.tsx'
import { loadSampleChildren } from './sample-tree.ts'
import { Section } from './Section.tsx'
import css from './styleguide.module.css'

interface Attachment {
  id: number
  name: string
  size: number
  by: string
  state: string
}

const ROWS: Attachment[] = Array.from({ length: 12 }, (_, index) => ({
  id: index,
  name:
    [
      'architecture-overview.png',
      'Q3 budget (final) v2.xlsx',
      '設計書.pdf',
      'a-very-long-file-name-that-nobody-would-ever-type-by-hand.tar.gz',
    ][index % 4] ?? '',
  size: 1200 * (index + 1) ** 2,
  by: ['Ada Lovelace', 'Grace Hopper', '王小云'][index % 3] ?? '',
  state: ['Current', 'Old'][index % 2] ?? '',
}))

const COLUMNS: Column<Attachment>[] = [
  {
    id: 'name',
    header: 'File',
    isSortable: true,
    isRowHeader: true,
    cell: row => <a href="/styleguide">{row.name}</a>,
  },
  {
    id: 'state',
    header: 'State',
    cell: row => <Lozenge tone={row.state === 'Current' ? 'success' : 'neutral'}>{row.state}</Lozenge>,
  },
  {
    id: 'by',
    header: 'Uploaded by',
    cell: row => (
      <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center', whiteSpace: 'nowrap' }}>
        <Avatar name={row.by} size={20} isDecorative /> {row.by}
      </span>
    ),
  },
  { id: 'size', header: 'Size', isSortable: true, align: 'end', cell: row => `${(row.size / 1000).toFixed(1)} kB` },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: row => (
      <IconButton label={`Actions of ${row.name}`} size="small">
        <Ellipsis />
      </IconButton>
    ),
  },
]

export function DataSection() {
  const [sort, setSort] = useState<Sort>({ column: 'size', direction: 'descending' })
  const [start, setStart] = useState(0)
  const tree = useTree('styleguide', loadSampleChildren, ['2'])
  const rows = ROWS.toSorted((a, b) => {
    const order = sort.column === 'size' ? a.size - b.size : a.name.localeCompare(b.name)
    return sort.direction === 'ascending' ? order : -order
  })
  return (
    <Section title="Data">
      <Table label="Attachments" columns={COLUMNS} rows={rows} rowKey={row => row.id} sort={sort} onSort={setSort} />
      <Pagination start={start} limit={12} size={12} total={120} hasNext={start < 108} onChange={setStart} />
      <LoadMore hasMore isLoading={false} onLoad={() => undefined} />
      <div className={css.tree}>
        <TreeView label="Pages" tree={tree} currentId="2-3" onMove={async () => undefined} />
      </div>
    </Section>
  )
}
