import { t } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { EditorContext } from '../../editor-context.ts'

/** Reports an action with an undo button, until the next change. */
export function offerUndo(editor: EditorContext, title: string): void {
  const { document } = editor.state()
  const close = showToast({ kind: 'success', title, action: { label: t('Undo'), run: () => editor.undo() } })
  const forget = editor.subscribe(() => {
    if (editor.state().document === document) return
    forget()
    close()
  })
}
