import MessageSquare from 'lucide-react/icons/message-square-plus'
import { useEffect, useEffectEvent } from 'react'
import { t } from '#platform/web/i18n.ts'
import type { Slots } from '#platform/web/slots.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { addBlockAction } from '#features/editor/web/index.ts'
import { ADD_INLINE_COMMENT } from '../../shared.ts'
import { markSelection, refsAtCaret } from './editor-markers.ts'
import { openedInEditor } from './state.ts'
import { useEditorThreads } from './useEditorThreads.ts'

const KEYS = 'Mod-Alt-m'

/** Button that comments on the selected text, or opens the comment at the caret. */
export default function CommentTool({ editor, contentId, Button, hasKeys }: Slots['editor.tools']) {
  const { threads, lost } = useEditorThreads(editor, contentId)
  const now = openedInEditor.use()
  const run = () => {
    if (openedInEditor.get()?.kind === 'new') return
    if (!editor.state.selection.empty) {
      const marked = markSelection(editor)
      if (marked) return openedInEditor.set({ kind: 'new', ...marked })
    }
    const refs = refsAtCaret(editor)
    const thread = threads.find(({ ref }) => refs.includes(ref)) ?? threads[0] ?? lost[0]
    if (thread) openedInEditor.set({ kind: 'thread', id: thread.id })
    else showToast({ kind: 'warning', title: t('Select the text that you want to comment on.') })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !event.altKey || event.code !== 'KeyM' || !editor.isFocused) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!hasKeys) return undefined
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [hasKeys])
  const comment = useEffectEvent(run)
  useEffect(() => {
    if (!hasKeys) return undefined
    const action = { label: ADD_INLINE_COMMENT.label, keys: KEYS, Icon: MessageSquare, run: () => comment() }
    return addBlockAction(editor, action)
  }, [editor, hasKeys])
  const isSelected = !editor.state.selection.empty
  const number = threads.length + lost.length
  const label = isSelected || number === 0 ? t(ADD_INLINE_COMMENT.label) : t('Show comments ({{number}})', { number })
  return (
    <Button label={label} keys={KEYS} isActive={now !== undefined} onPress={run}>
      <MessageSquare />
    </Button>
  )
}
