import { type ReactNode, useEffect, useRef } from 'react'
import type { List } from '../lists.ts'
import { ReadFailure } from './Loaded.tsx'
import css from './Listing.module.css'
import { LoadMore, Pagination } from './Paging.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'
import { Table, type TableProps } from './Table.tsx'
import { useRowFocus } from './useRowFocus.ts'

export interface ListingProps<Row> {
  /** From `usePaged` or `growingList(usePages(…))`. */
  list: List<Row>
  /** Error title, e.g. `t('The users could not be read')`. */
  failure: string
  empty: ReactNode
  /** Shape of the loading rows. */
  skeleton?: { rows?: number; hasFace?: boolean }
  children: (rows: readonly Row[]) => ReactNode
}

/** List in all states: loading, loaded, empty, failed, with more. */
export function Listing<Row>({ list, failure, empty, skeleton, children }: ListingProps<Row>) {
  const { rows, error, isPrevious, pages, more } = list
  const box = useRef<HTMLDivElement>(null)
  const onFocus = useRowFocus(box)
  const shown = useRef(pages?.start)
  useEffect(() => {
    if (pages === undefined) return
    // Starts a new page at its top.
    if (
      shown.current !== undefined &&
      shown.current !== pages.start &&
      (box.current?.getBoundingClientRect().top ?? 0) < 0
    )
      box.current?.scrollIntoView()
    shown.current = pages.start
  }, [pages])
  const failed = error && <ReadFailure title={failure} error={error} onRetry={list.retry} />
  return (
    <div ref={box} className={css.listing} tabIndex={-1} aria-busy={isPrevious || undefined} onFocus={onFocus}>
      {!(rows && more) && failed}
      {rows ? (
        rows.length === 0 ? (
          empty
        ) : (
          <div className={css.rows}>{children(rows)}</div>
        )
      ) : (
        !error && <SkeletonRows {...skeleton} />
      )}
      {/* At the load-more button. */}
      {rows && more && failed}
      {(rows ?? error) && pages && <Pagination {...pages} />}
      {more && <LoadMore {...more} />}
    </div>
  )
}

export type TableListingProps<Row> = Omit<ListingProps<Row>, 'children'> &
  Pick<TableProps<Row>, 'label' | 'columns' | 'rowKey' | 'sort' | 'onSort'>

export function TableListing<Row>(props: TableListingProps<Row>) {
  const { label, columns, rowKey, sort, onSort, ...listing } = props
  const table = { label, columns, rowKey, ...(sort !== undefined && { sort }), ...(onSort && { onSort }) }
  return <Listing {...listing}>{rows => <Table {...table} rows={rows} />}</Listing>
}
