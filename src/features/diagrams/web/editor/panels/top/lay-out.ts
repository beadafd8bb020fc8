import { messageOf } from '#platform/message-of.ts'
import { t } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { Layout } from '#diagrams/layout/arrange.ts'
import { LayoutError } from '#diagrams/layout/elk.ts'
import { fitAll, fitSelection } from '../../scene/camera.ts'
import type { EditorContext } from '../../editor-context.ts'

export type LayoutName = Layout

/**
 * Lays out several selected objects or a selected container, else the page, in one step, and reveals the result.
 * Dropped if the document changed meanwhile.
 */
export async function layOut(editor: EditorContext, layout: LayoutName): Promise<void> {
  const { page } = editor
  const ids = [...editor.state().selection]
  try {
    const { arrangeAutomatically } = await import('#diagrams/layout/arrange.ts')
    const holdsOthers = Object.values(page.objects).some(({ parent }) => parent !== null && ids.includes(parent))
    const isAll = ids.length < 2 && !holdsOthers
    const change = await arrangeAutomatically(page, isAll ? 'all' : ids, layout)
    if (editor.page !== page)
      return void showToast({ kind: 'info', title: t('The diagram was changed meanwhile. Lay it out again.') })
    if (!editor.change(change, { name: 'Automatic layout' }))
      return void showToast({ kind: 'info', title: t('There is nothing to lay out.') })
    if (isAll) fitAll(editor)
    else fitSelection(editor)
  } catch (error) {
    showToast({ kind: 'error', title: t('The diagram could not be laid out'), body: reasonOf(error) })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof LayoutError) return t(error.text, { ...error.values })
  return messageOf(error)
}
