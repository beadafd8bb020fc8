import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import css from './hints.module.css'
import { placeNear } from './place.ts'

export interface HintCardProps {
  title?: string | undefined
  body: string
  /** Address of more about it, opened in a new tab. */
  url?: string | undefined
  /** CSS selector of what it points at; without one it is in the corner of the window. */
  anchor?: string | undefined
  /** Buttons beside "Learn more". */
  actions?: ReactNode
  /** Escape while the focus is in it, and the cross where `closes`. */
  onClose: () => void
  hasCross?: boolean
}

/** A hint that does not take the focus: the reader may pass over it. */
export function HintCard({ title, body, url, anchor, actions, onClose, hasCross = false }: HintCardProps) {
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  usePlace(card, anchor)
  useCloseByEscape(card, onClose)
  return (
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
    </div>
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

/** Keeps the card near its anchor while the window changes its size. */
function usePlace(card: RefObject<HTMLElement | null>, anchor: string | undefined): void {
  useLayoutEffect(() => {
    const element = card.current
    if (!element || anchor === undefined) return undefined
    const place = () => placeNear(element, anchor)
    place()
    window.addEventListener('resize', place)
    return () => window.removeEventListener('resize', place)
  }, [card, anchor])
}
