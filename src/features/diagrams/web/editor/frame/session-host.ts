import { messageOf } from '#platform/message-of.ts'
import { t } from '#platform/web/i18n.ts'
import { showFailure, showToast } from '#platform/web/ui/toast-store.ts'
import type { Approximation } from '#diagrams/import/contract.ts'
import { importPages, pageAlone } from '#diagrams/operations/import-pages.ts'
import { fitAll } from '../scene/camera.ts'
import { download, exportDiagram } from '../services/export.ts'
import type { EditorHost } from '../services/host.ts'
import { importText } from './import-texts.ts'
import { IMPORT_ENDINGS, readDiagramFile } from './import.ts'
import type { FrameSession } from './session.ts'

type Calls = Pick<
  EditorHost,
  | 'save'
  | 'close'
  | 'embed'
  | 'copy'
  | 'findPages'
  | 'findPage'
  | 'findAttachments'
  | 'findDiagrams'
  | 'findDiagram'
  | 'copyPage'
  | 'importFiles'
  | 'chooseImport'
  | 'exportAs'
>

/** The host services of a session. */
export function hostOf(session: FrameSession): Calls {
  const { editor } = session
  const importFile = async (file: File): Promise<readonly Approximation[]> => {
    try {
      const imported = await readDiagramFile(file)
      const { change, pageId } = importPages(editor.state().document, imported.document)
      if (!editor.change(change, { name: 'Import', pageId, selection: [] })) return []
      fitAll(editor)
      showToast({
        kind: 'success',
        title: t('{{name}} was imported', { name: file.name }),
        action: {
          label: t('Undo'),
          run: () => {
            editor.undo()
          },
        },
      })
      return imported.report
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('{{name}} could not be imported', { name: file.name }),
        body: importText(messageOf(error)),
      })
      return []
    }
  }
  const importFiles = async (files: readonly File[]): Promise<void> => {
    const reports: Approximation[] = []
    for (const file of files) reports.push(...(await importFile(file)))
    session.report(reports)
  }
  return {
    importFiles,
    save: session.save,
    close: session.close,
    embed: session.isEmbeddable ? session.embed : null,
    copy: session.canCopy ? () => void session.copy() : null,
    findPages: words => session.findPages(words),
    findPage: contentId => session.findPage(contentId),
    findAttachments: contentId => session.findAttachments(contentId),
    findDiagrams: words => session.findDiagrams(words),
    findDiagram: contentId => session.findDiagram(contentId),
    copyPage: (pageId, contentId) => session.copyPage(pageAlone(editor.state().document, pageId), contentId),
    chooseImport() {
      const input = document.createElement('input')
      input.type = 'file'
      input.multiple = true
      input.accept = IMPORT_ENDINGS.join(',')
      input.addEventListener('change', () => void importFiles([...(input.files ?? [])]))
      input.click()
    },
    async exportAs(format) {
      const { document: diagram, pageId } = editor.state()
      try {
        download(await exportDiagram(diagram, { name: session.state().name, pageId, format }))
      } catch (error) {
        showFailure(t('The diagram could not be exported'), error)
      }
    },
  }
}
