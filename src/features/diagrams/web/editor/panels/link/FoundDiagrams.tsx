import Network from 'lucide-react/icons/network'
import { t } from '#platform/web/i18n.ts'
import { useHost } from '../../services/host.ts'
import { Found, useFound } from './Found.tsx'

interface FoundDiagramsProps {
  /** Search words. */
  words: string
  /** Content id of the chosen diagram. */
  chosen: string | undefined
  onChoose: (contentId: string) => void
}

/** Stored diagrams found by words, to choose one of. */
export function FoundDiagrams({ words, chosen, onChoose }: FoundDiagramsProps) {
  const { findDiagrams } = useHost()
  return (
    <Found
      label={t('Diagrams')}
      found={useFound(words, findDiagrams)}
      keyOf={({ contentId }) => contentId}
      isChosen={({ contentId }) => contentId === chosen}
      onChoose={({ contentId }) => onChoose(contentId)}
      draw={({ name, pageTitle, spaceName }) => (
        <>
          <Network />
          <span>
            {name}
            <small>{t('{{page}} in {{space}}', { page: pageTitle, space: spaceName })}</small>
          </span>
        </>
      )}
    />
  )
}
