import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { HasToolbar, OneFormAtATime } from '#features/comments/web/index.ts'
import { neighbour, shownThreads } from '../threads.ts'
import { isOn } from './dark-features.ts'
import { buttonId, keepInView, markersOf } from './markers.ts'
import { NewThread } from './NewThread.tsx'
import { type Opened, opened } from './state.ts'
import { ThreadView } from './ThreadView.tsx'
import { useInlinePart } from './useInlinePart.ts'

/** Thread on marked text, or the form of a new one, in the rail of the page; a sheet on narrow screens. */
export default function ThreadPanel({ now }: { now: Opened }) {
  const { threads } = useInlinePart(now.pageId)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const id = now.kind === 'thread' ? now.id : undefined
  useEffect(() => {
    // A form takes the focus itself.
    if (now.kind === 'thread' && !heading.current?.closest('section')?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true })
  }, [now])
  const ref = threads.find(thread => thread.id === id)?.ref
  const range = now.kind === 'new' ? now.range : undefined
  useEffect(() => {
    // The text has made room for the panel, which may have moved it.
    const text = range ?? (ref === undefined ? undefined : markersOf(ref)[0])
    if (text) keepInView(text)
  }, [range, ref])
  const close = () => {
    opened.set(undefined)
    const button = id === undefined ? null : document.getElementById(buttonId(id))
    ;(button ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }
  const shown = shownThreads(threads, id)
  const go = (step: 1 | -1) => {
    const next = neighbour(shown, id, step)
    if (next) opened.set({ pageId: now.pageId, kind: 'thread', id: next.id })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    // Escape closes it from wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className="ox-inline-panel" aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <header className="ox-inline-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {t('Comment on the text')}
        </h2>
        {id !== undefined && shown.length > 1 && (
          <>
            <IconButton size="small" label={t('Previous')} onPress={() => go(-1)}>
              <ChevronLeft />
            </IconButton>
            <IconButton size="small" label={t('Next')} onPress={() => go(1)}>
              <ChevronRight />
            </IconButton>
          </>
        )}
        <IconButton size="small" label={t('Close the comment')} onPress={close}>
          <X />
        </IconButton>
      </header>
      <HasToolbar value={isOn('confluence-inline-comments-rich-editor')}>
        <OneFormAtATime key={id ?? 'new'}>
          {now.kind === 'new' ? (
            <NewThread now={now} onClose={close} />
          ) : (
            <ThreadView pageId={now.pageId} id={now.id} focusedId={now.focusedId} onGone={close} />
          )}
        </OneFormAtATime>
      </HasToolbar>
    </section>
  )
}
