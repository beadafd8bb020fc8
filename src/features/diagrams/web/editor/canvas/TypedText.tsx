import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEditor, useEditorState } from '../store/useEditor.ts'
import { middleOf } from '../scene/bounds.ts'
import { editText, writable } from '../tools/text.ts'
import { selectedBounds, toScreen } from '../scene/camera.ts'

/** Selector of the field. */
export const TYPED = '.ox-de-typed'

/**
 * Field that has the focus in the canvas's place while typing would write in the selected object: only in a field do
 * input methods and dead keys compose characters. Typing continues in the text editor.
 */
export function TypedText({ canvas }: { canvas: RefObject<HTMLElement | null> }) {
  const editor = useEditor()
  const id = useEditorState(() => writable(editor))
  return id === null ? null : <Field id={id} canvas={canvas} />
}

function Field({ id, canvas }: { id: string; canvas: RefObject<HTMLElement | null> }) {
  const editor = useEditor()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isComposing, setComposing] = useState(false)
  const camera = useEditorState(state => state.camera)
  useEditorState((_, { page }) => page)
  useLayoutEffect(() => {
    const [area, own] = [canvas.current, field.current]
    if (!area || !own) return undefined
    const take = () => own.focus({ preventScroll: true })
    if (document.activeElement === area) take()
    area.addEventListener('focus', take)
    return () => {
      area.removeEventListener('focus', take)
      if (document.activeElement === own) area.focus({ preventScroll: true })
    }
  }, [canvas])
  // Another object: what was composed is not for it.
  useEffect(() => {
    if (field.current) field.current.value = ''
  }, [id])
  const bounds = selectedBounds(editor)
  const at = bounds ? toScreen(camera, middleOf(bounds)) : { x: 0, y: 0 }
  const handOver = (element: HTMLTextAreaElement) => {
    const typed = element.value
    element.value = ''
    if (typed !== '') editText(editor, id, { typed })
  }
  return (
    <textarea
      ref={field}
      className={TYPED.slice(1)}
      data-composing={isComposing || undefined}
      style={{ left: at.x, top: at.y }}
      rows={1}
      dir="auto"
      tabIndex={-1}
      aria-label={t('Type to write in what is selected')}
      autoComplete="off"
      autoCapitalize="sentences"
      spellCheck={false}
      inputMode={editor.tools.isTouched ? 'none' : 'text'}
      onInput={({ currentTarget, nativeEvent }) => {
        if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) handOver(currentTarget)
      }}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={({ currentTarget }) => {
        setComposing(false)
        handOver(currentTarget)
      }}
    />
  )
}
