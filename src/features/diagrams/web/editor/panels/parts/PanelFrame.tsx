import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { reveal, selectedBounds } from '../../canvas/camera.ts'
import { useEditor } from '../../store/useEditor.ts'
import { NARROW } from '../narrow.ts'
import './panel.css'

export interface PanelFrameProps {
  title: string
  side: 'left' | 'right'
  onClose: () => void
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Stays above while the rest scrolls. */
  head?: ReactNode
  /** Takes the focus when it opens and whenever this changes: for panels that one opens to act in them at once. */
  takesFocus?: number
  className?: string
  children: ReactNode
}

/** A panel beside the canvas; on narrow screens a sheet below it. Escape leads back to the canvas. */
export function PanelFrame({ title, side, onClose, actions, head, takesFocus, className, children }: PanelFrameProps) {
  const id = useId()
  const editor = useEditor()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus === undefined) return
    // Its field, or the first of its list; the buttons of its title are not what one opened it for.
    const goal = panel.current?.querySelector<HTMLElement>('input') ?? panel.current?.querySelector<HTMLElement>('.ox-de-panel-body [tabindex="0"]')
    goal?.focus()
  }, [takesFocus])
  const close = () => {
    onClose()
    editor.canvas?.focus({ preventScroll: true })
  }
  // What a sheet is about stays in sight when the canvas gives room to it.
  useEffect(() => {
    const [canvas, bounds] = [editor.canvas, selectedBounds(editor)]
    if (!canvas || !bounds || !matchMedia(NARROW).matches) return
    editor.setViewSize({ width: canvas.clientWidth, height: canvas.clientHeight })
    reveal(editor, bounds)
  }, [editor])
  return (
    // Escape is a short cut to the close button, or to the canvas.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      className={`ox-de-panel${className ? ` ${className}` : ''}`}
      data-side={side}
      aria-labelledby={id}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented || !panel.current?.contains(event.target as Node)) return
        event.stopPropagation()
        // What one opened to look something up is over; a panel that stays only gives the focus back.
        if (takesFocus !== undefined || matchMedia(NARROW).matches) close()
        else editor.canvas?.focus({ preventScroll: true })
      }}
    >
      <header className="ox-de-panel-head">
        <h2 id={id}>{title}</h2>
        {actions}
        <IconButton label={t('Close {{panel}}', { panel: title })} size="small" onPress={close}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </header>
      {head}
      <div className="ox-de-panel-body">{children}</div>
    </aside>
  )
}
