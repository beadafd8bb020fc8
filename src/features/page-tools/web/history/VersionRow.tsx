import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash from 'lucide-react/icons/trash-2'
import GitCompare from 'lucide-react/icons/git-compare'
import { TimeView } from '#platform/view/TimeView.tsx'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { comparePath } from '#features/content-core/address-shared.ts'
import type { PageHead, VersionHead } from '../../contract.ts'
import { versionPath } from '../../tools.ts'
import { VersionAuthorsView } from '../../view/VersionAuthorsView.tsx'

export interface VersionRowProps {
  head: PageHead
  version: VersionHead
  isSelected: boolean
  onSelect: () => void
  onAct: (what: 'restore' | 'delete') => void
}

export function VersionRow({ head, version, isSelected, onSelect, onAct }: VersionRowProps) {
  const reader = useReader()
  const { number } = version
  const isCurrent = number === head.version
  return (
    <tr data-current={isCurrent || undefined} data-selected={isSelected || undefined}>
      <td className="ox-version-pick">
        <input
          type="checkbox"
          aria-label={t('Select version {{number}}', { number })}
          checked={isSelected}
          onChange={onSelect}
        />
      </td>
      <th scope="row">
        <a href={versionPath(head, number)}>v. {number}</a>
        {isCurrent && (
          <>
            {' '}
            <span className="ox-tag">{t('Current')}</span>
          </>
        )}
      </th>
      <td>
        <TimeView at={version.at} reader={reader} />
      </td>
      <td>
        <VersionAuthorsView version={version} reader={reader} />
      </td>
      <td className="ox-version-comment">
        {version.title !== head.title && <span className="ox-version-title">{version.title}</span>}
        {version.message}
        {version.minor && (
          <>
            {' '}
            <span className="ox-tag">{t('Minor')}</span>
          </>
        )}
      </td>
      <td className="ox-row-actions">
        {!isCurrent && (
          <>
            <IconButton
              size="small"
              label={t('Compare version {{number}} with current', { number })}
              onPress={() => navigateTo(comparePath(head.id, number, head.version))}
            >
              <GitCompare />
            </IconButton>
            {head.permissions.update && (
              <>
                <IconButton
                  size="small"
                  label={t('Restore version {{number}}', { number })}
                  onPress={() => onAct('restore')}
                >
                  <RotateCcw />
                </IconButton>
                <IconButton
                  size="small"
                  label={t('Delete version {{number}}', { number })}
                  onPress={() => onAct('delete')}
                >
                  <Trash />
                </IconButton>
              </>
            )}
          </>
        )}
      </td>
    </tr>
  )
}
