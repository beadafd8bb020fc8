import { extensionPoint } from '#platform/server/extensions.ts'
import type { ContentPermissions, ContentRow } from '#features/content/server/index.ts'
import type { SelectionAction } from '../shared.ts'

/** An action on selected text, and who is offered it. */
export interface OfferedAction {
  readonly action: SelectionAction
  readonly isOffered: (page: ContentRow, permissions: ContentPermissions) => boolean
}
export const selectionActions = extensionPoint<OfferedAction>('highlight.selection-actions')
