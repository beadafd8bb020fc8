import X from 'lucide-react/icons/x'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { t } from '#platform/web/i18n.ts'
import { useAppStarted } from '#platform/web/reader.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import css from './hints.module.css'
import { hideWhileCovering, placeCard } from './place.ts'
import { useTurn } from './turn.ts'

export interface HintCardProps {
  title?: string | undefined
  body: string
  /** Address of more about it, opened in a new tab. */
  url?: string | undefined
  /** CSS selector of its target; without one it is about the screen. */
  anchor?: string | undefined
  /** Buttons beside "Learn more". */
  actions?: ReactNode
  /** Escape while the focus is in it, and the cross where `closes`. */
  onClose: () => void
  /** Called when it is shown. */
  onShown?: () => void
  hasCross?: boolean
}

/**
 * A hint that does not take the focus: the reader may pass over it. One is shown at a time, next to its target and never
 * over text.
 */
export function HintCard(props: HintCardProps) {
  const isTurn = useTurn()
  const isStarted = useAppStarted()
  return isTurn && isStarted ? <ShownCard {...props} /> : null
}

function ShownCard({ title, body, url, anchor, actions, onClose, onShown, hasCross = false }: HintCardProps) {
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const host = usePlace(card, anchor)
  useCloseByEscape(card, onClose)
  const shown = useEffectEvent(() => onShown?.())
  useEffect(() => shown(), [])
  return createPortal(
    <div
      ref={card}
      role="dialog"
      aria-labelledby={title === undefined ? undefined : `${id}-title`}
      aria-label={title === undefined ? t('Tip') : undefined}
      aria-describedby={`${id}-body`}
      className={css.card}
    >
      {title !== undefined && (
        <p id={`${id}-title`} className={css.title}>
          {title}
        </p>
      )}
      <p id={`${id}-body`} className={css.body}>
        {body}
      </p>
      {hasCross && (
        <span className={css.cross}>
          <IconButton label={t('Close')} onPress={onClose}>
            <X />
          </IconButton>
        </span>
      )}
      <div className={css.actions}>
        {url !== undefined && (
          <a href={url} target="_blank" rel="noreferrer">
            {t('Learn more')}
          </a>
        )}
        {actions}
      </div>
    </div>,
    host,
  )
}

/** The card of a help tip, with its button. */
export function TipCard({ onDismiss, ...tip }: Omit<HintCardProps, 'actions' | 'onClose'> & { onDismiss: () => void }) {
  return (
    <HintCard
      {...tip}
      onClose={onDismiss}
      actions={
        <Button size="small" onPress={onDismiss}>
          {t('Dismiss')}
        </Button>
      }
    />
  )
}

/** Closes the card by Escape while the focus is in it. */
function useCloseByEscape(card: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  })
  useEffect(() => {
    const element = card.current
    const pressed = (event: KeyboardEvent) => close(event)
    element?.addEventListener('keydown', pressed)
    return () => element?.removeEventListener('keydown', pressed)
  }, [card])
}

/** Keeps the card next to its target while the window or the screen changes. @returns the element that holds the card */
function usePlace(card: RefObject<HTMLElement | null>, anchor: string | undefined): HTMLElement {
  const [host] = useState(() => {
    const made = document.createElement('div')
    made.className = css.host ?? ''
    return made
  })
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return undefined
    const events = new AbortController()
    const place = () => placeCard(host, element, anchor)
    place()
    window.addEventListener('resize', place, { signal: events.signal })
    document.addEventListener('scroll', () => hideWhileCovering(host, element), {
      signal: events.signal,
      capture: true,
      passive: true,
    })
    // The screen was drawn anew, or something has come beside the card.
    const changes = new ResizeObserver(() => {
      if (host.isConnected) hideWhileCovering(host, element)
      else place()
    })
    changes.observe(document.body)
    return () => {
      events.abort()
      changes.disconnect()
      host.remove()
    }
  }, [card, host, anchor])
  return host
}
