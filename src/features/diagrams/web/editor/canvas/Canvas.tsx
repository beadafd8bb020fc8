import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useDarkSheet } from '../../dark-sheet.ts'
import { useEditor, useEditorState } from '../store/useEditor.ts'
import { Announcer } from './Announcer.tsx'
import { resetView } from '../scene/camera.ts'
import { Drawing } from './Drawing.tsx'
import { listen } from './events.ts'
import { LaneBar } from './LaneBar.tsx'
import { Offer } from './Offer.tsx'
import { Overlay } from './Overlay.tsx'
import { TextEditor } from './TextEditor.tsx'
import { ToolHint } from './ToolHint.tsx'
import { TypedText } from './TypedText.tsx'
import './canvas.css'

/** The canvas: the rendered page with pointer and key handling. Fills its parent, and first shows the whole content. */
export function Canvas() {
  const editor = useEditor()
  const { tools } = editor
  const root = useRef<HTMLDivElement>(null)
  const help = useId()
  const editing = useEditorState(state => state.editing)
  const tool = useEditorState(state => state.tool)
  const isDark = useDarkSheet()
  const { cursor, state } = useSyncExternalStore(tools.subscribe, tools.hints)
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return
    const measure = () => {
      editor.setViewSize({ width: element.clientWidth, height: element.clientHeight })
      // The visible part of the page changed.
      editor.set({ camera: { ...editor.state().camera } })
    }
    editor.setViewSize({ width: element.clientWidth, height: element.clientHeight })
    resetView(editor)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [editor])
  // Before the canvas is visible, so that no input is lost.
  useLayoutEffect(() => (root.current ? listen(root.current, editor) : undefined), [editor])
  useEffect(() => tools.refresh(), [tools, tool])
  return (
    <div
      ref={root}
      className="ox-de-canvas"
      data-state={state}
      data-sheet={isDark ? 'dark' : 'light'}
      style={{ cursor }}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes all keys itself
      tabIndex={0}
      role="application"
      aria-label={t('Drawing area')}
      aria-describedby={help}
    >
      <p id={help} hidden>
        {t(
          'Tab goes from shape to shape, typing writes in it, the arrow keys move it. With nothing selected, R and Enter draw a shape. Ctrl+J, Tab and Enter connect the selected one with another, Alt and an arrow key offer what comes next. Escape and then Tab leave the drawing area.',
        )}
      </p>
      <Drawing />
      <Overlay />
      <div className="ox-de-glass" />
      {editing && (
        <TextEditor
          key={`${editing.objectId} ${editing.label ?? ''}`}
          editing={editing}
          onDone={() => root.current?.focus({ preventScroll: true })}
        />
      )}
      <TypedText canvas={root} />
      <ToolHint />
      <LaneBar />
      <Offer />
      <Announcer />
    </div>
  )
}
