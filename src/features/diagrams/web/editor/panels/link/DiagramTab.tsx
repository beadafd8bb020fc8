import { useEffect, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHost } from '../../services/host.ts'
import type { LinkedDiagram } from '../../protocol.ts'
import { useEditor } from '../../store/useEditor.ts'
import { Found } from './Found.tsx'
import { FoundDiagrams } from './FoundDiagrams.tsx'
import type { DiagramLink } from './LinkDialog.tsx'
import { useLinkTarget } from './link-target.ts'

interface DiagramTabProps {
  chosen: DiagramLink | null
  onChoose: (link: DiagramLink) => void
}

/** Another diagram, found by words, and which of its pages; without words a page of this diagram. */
export function DiagramTab({ chosen, onChoose }: DiagramTabProps) {
  const [words, setWords] = useState('')
  const query = useDebounced(words.trim(), 200)
  const target = useLinkTarget(chosen ?? undefined)
  return (
    <div className="ox-de-link-tab">
      <SearchField label={t('Find a diagram by its name or page')} value={words} onChange={setWords} />
      {query === '' ? (
        <OwnPages chosen={chosen} onChoose={onChoose} />
      ) : (
        <FoundDiagrams
          words={query}
          chosen={chosen?.contentId}
          onChoose={contentId => onChoose({ kind: 'diagram', contentId })}
        />
      )}
      {chosen?.contentId !== undefined && (
        <>
          <p className="ox-de-link-note" role="status">
            {target === undefined ? t('Searching…') : t('It leads to: {{target}}', { target })}
          </p>
          <TargetPage key={chosen.contentId} chosen={chosen} contentId={chosen.contentId} onChoose={onChoose} />
        </>
      )}
    </div>
  )
}

function OwnPages({ chosen, onChoose }: DiagramTabProps) {
  const { pages } = useEditor().state().document
  if (pages.length < 2)
    return <p className="ox-de-link-note">{t('The link goes on working when the diagram is renamed or moved.')}</p>
  return (
    <Found
      label={t('Pages of this diagram')}
      found={pages}
      keyOf={({ id }) => id}
      isChosen={({ id }) => chosen?.contentId === undefined && chosen?.page === id}
      onChoose={({ id }) => onChoose({ kind: 'diagram', page: id })}
      draw={({ name }) => <span>{name}</span>}
    />
  )
}

/** Which page of another diagram, where it has several. */
function TargetPage({ chosen, contentId, onChoose }: DiagramTabProps & { contentId: string }) {
  const { findDiagram } = useHost()
  const [target, setTarget] = useState<LinkedDiagram | null>(null)
  useEffect(() => {
    let isWanted = true
    // Without an answer the link leads to the first page.
    findDiagram(contentId).then(
      diagram => isWanted && setTarget(diagram),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [contentId, findDiagram])
  const pages = target?.pages ?? []
  const [first] = pages
  if (!first || pages.length < 2) return null
  return (
    <Select
      label={t('Page of the diagram')}
      value={chosen?.page ?? first.id}
      options={pages.map(({ id, name }) => ({ id, label: name }))}
      onChange={page => onChoose({ kind: 'diagram', contentId, ...(page === first.id ? {} : { page }) })}
    />
  )
}
