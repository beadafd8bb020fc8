import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { SelectionAction, WorkingArea } from '../shared.ts'
import type { SelectionContext } from './slots.ts'

interface SelectionButtonProps {
  action: SelectionAction
  context: SelectionContext
  onPress: () => void
  /** Icon of 16 px. */
  children: ReactNode
}

/** Button of the panel at selected text; nothing where its action does not work. */
export function SelectionButton({ action, context, onPress, children }: SelectionButtonProps) {
  if (!AREAS[action.workingArea].includes(context.area)) return null
  return (
    <IconButton
      label={t(action.label)}
      className={`ox-selection-button ${action.styleClass}`}
      data-key={action.key}
      // The text stays selected.
      preventFocusOnPress
      onPress={onPress}
    >
      {children}
    </IconButton>
  )
}

const AREAS: Record<WorkingArea, readonly SelectionContext['area'][]> = {
  MAINCONTENT_ONLY: ['main'],
  COMMENT_ONLY: ['comment'],
  MAINCONTENT_AND_COMMENT: ['main', 'comment'],
}
