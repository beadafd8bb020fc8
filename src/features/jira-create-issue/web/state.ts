import type { Editor } from '@tiptap/core'
import { shared } from '#platform/web/shared.ts'
import type { FoundText } from '#features/highlight/web/index.ts'
import type { Column } from './column.ts'

interface SelectedInPage {
  readonly kind: 'page'
  readonly text: string
  readonly pageId: string
  /** Version that the reader sees. */
  readonly version: number
  /** Undefined if the text comes from elsewhere. */
  readonly found: FoundText | undefined
  readonly column: Column | undefined
  readonly mayEdit: boolean
}

interface SelectedInEditor {
  readonly kind: 'editor'
  readonly text: string
  readonly editor: Editor
  /** The end of the text now, wherever it was moved. */
  readonly to: () => number
  /** Called at the end. */
  readonly close: () => void
}

/** Selected text that an issue is to be created of. */
export type IssueSource = SelectedInPage | SelectedInEditor

/** The dialog is open while there is one. */
export const source = shared<IssueSource | undefined>(undefined)
