import { createElement } from 'react'
import { messageOf } from '#platform/message-of.ts'
import { t } from '#platform/web/i18n.ts'
import type { ResponseOf } from '#platform/contract.ts'
import type { saveDiagramAs, TargetSpace } from '../../copy-contract.ts'
import { COPYING_DISABLED } from '../../copy-shared.ts'
import { detail, paragraph, prepareAlerts, showErrorAlert, showSuccessAlert } from '../alerts.ts'
import { PageDialog } from '../page-dialog.ts'
import { SPACE_SEARCH } from './paged-search.ts'
import { parametersOf, type CopySource, type DialogContext, type OpenDiagram } from './request.ts'
import type { CopyForm } from './validation.ts'
import { diagramsOn, dialogContext, findSpaces, saveAs } from './wiki-calls.ts'

/** Shown for whatever goes wrong; a key of i18n. */
const FAILED = 'An error occurred while attempting to save the diagram'

export interface Copying {
  source: CopySource
  /** The page that it is shown on. */
  pageId: string
  /** Content of an open editor; absent for the stored diagram. */
  content?: OpenDiagram
  /** Called when the copy is on that page; without it, the same message is shown as for any other page. */
  onSamePage?: () => void
}

/** Initial data of the dialog. */
export interface Beginning {
  context: DialogContext
  spaces: readonly TargetSpace[]
  diagrams: readonly string[]
}

export interface DialogPorts {
  begin: (pageId: string) => Promise<Beginning>
  open: (copying: Copying, beginning: Beginning) => Promise<void>
  fail: (error: unknown) => void
}

/** The dialog "Copy To". It opens when all that it begins with is there, and can be shown once. */
export class CopyToDialog {
  readonly #copying: Copying
  readonly #ports: DialogPorts
  #wasShown = false

  constructor(copying: Copying, ports: DialogPorts = { begin, open, fail }) {
    this.#copying = copying
    this.#ports = ports
  }

  /** @throws Error the second time */
  show(): Promise<void> {
    if (this.#wasShown) throw new Error('can be shown only once per instance lifetime')
    this.#wasShown = true
    return this.#open()
  }

  async #open(): Promise<void> {
    const { begin: load, open: show, fail: report } = this.#ports
    try {
      await show(this.#copying, await load(this.#copying.pageId))
    } catch (error) {
      report(error)
    }
  }
}

async function begin(pageId: string): Promise<Beginning> {
  const [context, spaces, diagrams] = await Promise.all([
    dialogContext(pageId),
    findSpaces('', { start: 0, limit: SPACE_SEARCH.batch }),
    diagramsOn(pageId),
  ])
  return { context, spaces, diagrams }
}

async function open(copying: Copying, { context, spaces, diagrams }: Beginning): Promise<void> {
  const { CopyDialog } = await import('./CopyDialog.tsx')
  prepareAlerts()
  new PageDialog(close =>
    createElement(CopyDialog, {
      context,
      name: copying.source.name,
      spaces,
      diagrams,
      onFailure: fail,
      onClose: close,
      onSave: async form => {
        if (await save(copying, form, context)) close()
      },
    }),
  ).show()
}

/** @returns whether it was saved */
async function save(
  { source, content, onSamePage }: Copying,
  form: CopyForm,
  context: DialogContext,
): Promise<boolean> {
  const parameters = parametersOf(form, source, context)
  try {
    const saved = await saveAs(parameters, content)
    if (onSamePage && parameters.targetPageId === context.pageId) onSamePage()
    else tell(parameters.targetDiagramName, saved)
    return true
  } catch (error) {
    showErrorAlert(paragraph(t(FAILED)), paragraph(t(COPYING_DISABLED)), detail(messageOf(error)))
    return false
  }
}

function tell(name: string, { pageTitle, spaceName, targetPageUrl }: ResponseOf<typeof saveDiagramAs>): void {
  const link = document.createElement('a')
  link.href = targetPageUrl
  link.textContent = pageTitle
  const strong = document.createElement('strong')
  strong.textContent = name
  showSuccessAlert(strong, ` ${t('successfully saved to page')} `, link, ` ${t('in space')} ${spaceName}`)
}

function fail(error: unknown): void {
  showErrorAlert(paragraph(t(FAILED)), detail(messageOf(error)))
}
