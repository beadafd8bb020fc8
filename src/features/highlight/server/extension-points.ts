import { extensionPoint } from '#platform/server/extensions.ts'
import type { ContentPermissions } from '#features/content-core/server/policies.ts'
import type { Context } from '#platform/server/context.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import type { SelectionAction } from '../shared.ts'

/** An action on selected text, and who is offered it. */
export interface OfferedAction {
  readonly action: SelectionAction
  readonly isOffered: (page: ContentRow, permissions: ContentPermissions, viewer: Context['viewer']) => boolean
}
export const selectionActions = extensionPoint<OfferedAction>('highlight.selection-actions')
