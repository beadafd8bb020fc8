import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'
import { savedTitle } from '../shared.ts'

export function SaveButtonView({
  isSaved,
  reader: { t },
  onToggle,
}: {
  isSaved: boolean
  reader: Reader
  onToggle?: () => void
}) {
  const label = t(savedTitle(isSaved))
  return (
    <button
      type="button"
      id="page-favourite"
      className="ox-icon-button"
      aria-label={label}
      aria-pressed={isSaved}
      data-tooltip={label}
      onClick={onToggle}
    >
      <Icon name="bookmark" />
    </button>
  )
}
