import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { HasToolbar, OneFormAtATime } from '#features/comments/web/index.ts'
import { isOn } from './dark-features.ts'

interface PanelFrameProps {
  /** Id of the thread; undefined for the form of a new one. */
  threadId: string | undefined
  /** Changes when a thread is opened again, too. */
  opened: unknown
  /** Goes to the next (1) or the previous (-1) thread; undefined if there is no other. */
  go: ((step: 1 | -1) => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** Panel of a thread on marked text, or of the form of a new one. */
export function PanelFrame({ threadId, opened, go, onClose, children }: PanelFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    // A form takes the focus itself.
    if (threadId !== undefined && !heading.current?.closest('section')?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true })
  }, [threadId, opened])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // Escape closes it from wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className="ox-inline-panel" aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <header className="ox-inline-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {t('Comment on the text')}
        </h2>
        {go && (
          <>
            <IconButton size="small" label={t('Previous')} onPress={() => go(-1)}>
              <ChevronLeft />
            </IconButton>
            <IconButton size="small" label={t('Next')} onPress={() => go(1)}>
              <ChevronRight />
            </IconButton>
          </>
        )}
        <IconButton size="small" label={t('Close the comment')} onPress={onClose}>
          <X />
        </IconButton>
      </header>
      <HasToolbar value={isOn('confluence-inline-comments-rich-editor')}>
        <OneFormAtATime key={threadId ?? 'new'}>{children}</OneFormAtATime>
      </HasToolbar>
    </section>
  )
}
