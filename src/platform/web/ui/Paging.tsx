import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef } from 'react'
import { formatNumber } from '../format.ts'
import { t } from '../i18n.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import css from './Paging.module.css'

export interface PaginationProps {
  /** 0-based offset. */
  start: number
  limit: number
  /** Rows on this page; 0 after a failure. */
  size: number
  /** Total, where counted. */
  total?: number
  hasNext: boolean
  onChange: (start: number) => void
}

export function Pagination({ start, limit, size, total, hasNext, onChange }: PaginationProps) {
  const nav = useRef<HTMLElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    // At an end the pressed button is disabled and would lose the focus.
    if (pressed.current && document.activeElement === document.body)
      nav.current?.querySelector<HTMLElement>('button:enabled')?.focus()
    pressed.current = false
  }, [start])
  if (start === 0 && !hasNext) return null
  const range = { from: formatNumber(start + 1), to: formatNumber(start + size), total: formatNumber(total ?? 0) }
  const go = (to: number) => {
    pressed.current = true
    onChange(to)
  }
  return (
    <nav ref={nav} className={css.pagination} aria-label={t('Pages')}>
      <span role="status">
        {size > 0 && (total === undefined ? t('{{from}}–{{to}}', range) : t('{{from}}–{{to}} of {{total}}', range))}
      </span>
      <IconButton label={t('Previous page')} isDisabled={start === 0} onPress={() => go(Math.max(0, start - limit))}>
        <ChevronLeft size={20} />
      </IconButton>
      <IconButton label={t('Next page')} isDisabled={!hasNext} onPress={() => go(start + limit)}>
        <ChevronRight size={20} />
      </IconButton>
    </nav>
  )
}

export function LoadMore({
  hasMore,
  isLoading,
  onLoad,
  label,
}: {
  hasMore: boolean
  isLoading: boolean
  onLoad: () => void
  label?: string
}) {
  if (!hasMore) return null
  return (
    <div className={css.more}>
      <Button variant="subtle" isPending={isLoading} onPress={onLoad}>
        {label ?? t('Show more')}
      </Button>
    </div>
  )
}
