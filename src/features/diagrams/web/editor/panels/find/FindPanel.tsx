import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { findText } from '#diagrams/operations/text.ts'
import { centreOn } from '../../scene/camera.ts'
import type { EditorContext } from '../../editor-context.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { usePanels } from '../panels-state.ts'
import { PanelFrame } from '../parts/PanelFrame.tsx'
import { ROVING, useRoving } from '../parts/useRoving.ts'
import './find.css'
import { snippetOf, textOf } from './snippet.ts'

/** Maximum of listed hits. */
const MOST = 200

interface Row {
  key: string
  pageId: string
  pageName: string
  objectId: string
  before: string
  hit: string
  after: string
}

/** Search on all pages; Enter goes to the next hit. */
export function FindPanel() {
  const { side, focusRequests, panels } = usePanels()
  if (side !== 'find') return null
  return (
    <PanelFrame title={t('Find')} side="right" takesFocus={focusRequests} onClose={() => panels.showSide(null)}>
      <Finder />
    </PanelFrame>
  )
}

function Finder() {
  const editor = useEditor()
  const document = useEditorState(state => state.document)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(-1)
  const list = useRoving<HTMLDivElement>()
  const current = useRef<HTMLButtonElement>(null)
  // Not deferred: Enter goes to the first hit of the current text.
  const query = words.trim()
  const rows = useMemo(() => rowsOf(document, query), [document, query])
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const show = (index: number) => {
    const row = rows[((index % rows.length) + rows.length) % rows.length]
    if (!row) return
    setAt(rows.indexOf(row))
    goTo(editor, row)
  }
  return (
    // The keys act on the field within.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="ox-de-find"
      onKeyDown={event => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        show(at + (event.shiftKey ? -1 : 1))
      }}
    >
      <div role="search">
        <SearchField
          label={t('Find in the diagram')}
          value={words}
          onChange={text => {
            setWords(text)
            setAt(-1)
          }}
        />
      </div>
      <p className="ox-de-find-count" role="status">
        {query === ''
          ? t('Words of shapes and lines, on all pages')
          : rows.length === 0
            ? t('No matches')
            : t('Found: {{count}}', { count: rows.length })}
      </p>
      <div ref={list} className="ox-de-find-list">
        {rows.slice(0, MOST).map((row, index) => (
          <button
            key={row.key}
            ref={index === at ? current : null}
            type="button"
            className="ox-de-place"
            aria-current={index === at ? 'true' : undefined}
            onClick={() => show(index)}
            {...ROVING}
          >
            <span>
              {row.before}
              <mark>{row.hit}</mark>
              {row.after}
            </span>
            {document.pages.length > 1 && <small>{row.pageName}</small>}
          </button>
        ))}
      </div>
    </div>
  )
}

function rowsOf(document: DiagramDocument, words: string): Row[] {
  if (words === '') return []
  return findText(document, words).flatMap(({ pageId, objectId, label }) => {
    const page = document.pages.find(({ id }) => id === pageId)
    const object = page?.objects[objectId]
    if (!page || !object) return []
    return [
      {
        key: `${pageId} ${objectId} ${label ?? ''}`,
        pageId,
        pageName: page.name,
        objectId,
        ...snippetOf(textOf(object, label), words),
      },
    ]
  })
}

function goTo(editor: EditorContext, { pageId, objectId }: Row): void {
  editor.goTo(pageId)
  editor.select([objectId])
  centreOn(editor, objectId)
}
