import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { nameOf } from '#diagrams/operations/outline.ts'
import { useEditor } from '../store/useEditor.ts'
import type { EditorContext } from '../editor-context.ts'

/** Delay that merges several changes, ms. */
const PAUSE_MS = 150

/** Live region: announces selection and actions to screen readers. */
export function Announcer() {
  const editor = useEditor()
  const { tools } = editor
  const said = useSyncExternalStore(tools.subscribe, tools.message)
  const notice = useSyncExternalStore(tools.subscribe, tools.notice)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (notice) showToast({ kind: notice.kind, title: notice.text })
  }, [notice])
  useEffect(() => {
    let before = editor.state()
    let timer: ReturnType<typeof setTimeout> | undefined
    let words: string[] = []
    const forget = editor.subscribe(() => {
      const now = editor.state()
      const last = before
      before = now
      const news = [
        ...stepsBetween(last.undo, last.redo, now.undo, now.redo),
        ...(last.selection === now.selection ? [] : [selectionIn(editor)]),
      ]
      if (news.length === 0) return
      words = [...words, ...news].slice(-2)
      clearTimeout(timer)
      timer = setTimeout(() => {
        setAnnounced(words.join('. '))
        words = []
      }, PAUSE_MS)
    })
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [editor])
  return (
    <>
      <div role="status" className="ox-de-announced">
        {announced}
      </div>
      <div role="status" className="ox-de-announced">
        {said}
      </div>
    </>
  )
}

function stepsBetween(
  undoBefore: readonly string[],
  redoBefore: readonly string[],
  undo: readonly string[],
  redo: readonly string[],
): string[] {
  if (undo === undoBefore) return []
  if (redo.length > redoBefore.length) return [t('Undone: {{step}}', { step: t(redo.at(-1) ?? '') })]
  const step = undo.at(-1)
  if (step === undefined || undo.length < undoBefore.length) return []
  return [
    redoBefore.length > 0 && redo.length === redoBefore.length - 1 && redoBefore.at(-1) === step
      ? t('Done again: {{step}}', { step: t(step) })
      : t(step),
  ]
}

/** Description of the selection. */
function selectionIn(editor: EditorContext): string {
  const { selected } = editor
  const [only] = selected
  if (!only) return t('Nothing selected')
  if (selected.length > 1) return t('{{count}} objects selected', { count: selected.length })
  const { kind, text } = nameOf(only)
  return text ? t('{{kind}} “{{text}}” selected', { kind: t(kind), text }) : t('{{kind}} selected', { kind: t(kind) })
}
