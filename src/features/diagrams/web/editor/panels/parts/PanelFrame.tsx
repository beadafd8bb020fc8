import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { reveal, selectedBounds } from '../../scene/camera.ts'
import { useEditor } from '../../store/useEditor.ts'
import { NARROW } from '../narrow.ts'
import './panel.css'

export interface PanelFrameProps {
  title: string
  side: 'left' | 'right'
  onClose: () => void
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Does not scroll. */
  head?: ReactNode
  /** Takes the focus when it opens and when this changes: for panels to use at once. */
  takesFocus?: number
  className?: string
  children: ReactNode
}

/** A panel beside the canvas; on narrow screens a bottom sheet. Escape returns to the canvas. */
export function PanelFrame({ title, side, onClose, actions, head, takesFocus, className, children }: PanelFrameProps) {
  const id = useId()
  const editor = useEditor()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus === undefined) return
    // Its field, or the first item of its list, not the title's buttons.
    const goal =
      panel.current?.querySelector<HTMLElement>('input') ??
      panel.current?.querySelector<HTMLElement>('.ox-de-panel-body [tabindex="0"]')
    goal?.focus()
  }, [takesFocus])
  const close = () => {
    onClose()
    editor.canvas?.focus({ preventScroll: true })
  }
  // A sheet must not cover the selection.
  useEffect(() => {
    const [canvas, bounds] = [editor.canvas, selectedBounds(editor)]
    if (!canvas || !bounds || !matchMedia(NARROW).matches) return
    editor.setViewSize({ width: canvas.clientWidth, height: canvas.clientHeight })
    reveal(editor, bounds)
  }, [editor])
  return (
    // Escape is a shortcut for the close button, or to the canvas.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      className={`ox-de-panel${className ? ` ${className}` : ''}`}
      data-side={side}
      aria-labelledby={id}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented || !panel.current?.contains(event.target as Node)) return
        event.stopPropagation()
        // Temporary panels close; permanent ones only give the focus back.
        if (takesFocus !== undefined || matchMedia(NARROW).matches) close()
        else editor.canvas?.focus({ preventScroll: true })
      }}
    >
      <header className="ox-de-panel-head">
        <h2 id={id}>{title}</h2>
        {actions}
        <IconButton label={t('Close {{panel}}', { panel: title })} size="small" onPress={close}>
          <X />
        </IconButton>
      </header>
      {head}
      <div className="ox-de-panel-body">{children}</div>
    </aside>
  )
}
