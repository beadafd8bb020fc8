import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { t } from '#platform/web/i18n.ts'
import { hasModal } from '#platform/web/modal.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import type { DiagramDocument, DiagramPage } from '#diagrams/model/document.ts'
import { findOnPage } from '#diagrams/operations/text.ts'
import { darkDocument } from '#diagrams/render/dark.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { createScene } from '#diagrams/render/scene.ts'
import type { DiagramAddress } from '../../names.ts'
import { BarEnd } from './BarEnd.tsx'
import { Sheet } from './Sheet.tsx'
import { useKeyDown, zoomByKey } from './keys.ts'
import { useLinks } from './useLinks.ts'
import { useDarkSheet } from '../dark-sheet.ts'
import { useStage, type Stage } from './useStage.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

export interface ViewerProps {
  name: string
  /** Pinned version; undefined for the latest. */
  version: number | undefined
  document: DiagramDocument
  firstPage: string | undefined
  /** Its address, for links to its own pages. */
  address: DiagramAddress
  backHref: string
  /** Name of the way back; default the page. */
  backLabel?: string
  /** Copies the diagram; absent where that is not offered. */
  onCopy?: () => void
  /** Further tools of the bar. */
  tools?: ReactNode
}

/** The viewer of a diagram: its pages, layers and zoom, and a search for words. Changes nothing. */
export function Viewer({ name, version, document, firstPage, address, ...end }: ViewerProps) {
  const [pageId, setPageId] = useState(firstPage)
  const page = document.pages.find(({ id }) => id === pageId) ?? document.pages[0]
  const { layers, toggle } = useVisibleLayers(document, page)
  const field = useRef<HTMLInputElement>(null)
  const isDark = useDarkSheet()
  const drawing = useMemo(
    () => renderDiagram(isDark ? darkDocument(document) : document, page ? { pageId: page.id, layers } : {}),
    [document, page, layers, isDark],
  )
  const search = useWordSearch(document, page, layers)
  const { hits, current } = search
  const view = useStage(drawing)
  const linkOf = useLinks(drawing.areas, { document, address, onTurn: setPageId })
  const { stage, fit } = view

  // Another page is fitted.
  useEffect(() => fit(), [page?.id, fit])
  useEffect(() => {
    stage.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [current, hits, stage])
  useViewerKeys({
    field,
    search,
    view,
    leave: () => navigateTo(end.backHref),
    turn: by => {
      const next = page && document.pages[document.pages.indexOf(page) + by]
      if (next) setPageId(next.id)
    },
  })
  if (!page) return null

  return (
    <div className="ox-diagram">
      <div className="ox-diagram-bar">
        <h1 id="title-text">
          {name} {version !== undefined && <small>{t('v. {{version}}', { version })}</small>}
        </h1>
        <PageChoice document={document} page={page} onTurn={setPageId} />
        {page.layers.length > 1 && <LayerChoice page={page} visible={layers} onToggle={toggle} />}
        <SearchBox field={field} search={search} />
        <ZoomButtons view={view} />
        <BarEnd printed={{ name, document, pageId: page.id, layers }} {...end} />
      </div>
      <div
        ref={stage}
        className="ox-diagram-stage"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys, so it must take the focus
        tabIndex={0}
        role="region"
        aria-label={t('Diagram')}
        data-dragging={view.isDragging || undefined}
      >
        <div className="ox-diagram-room">
          <Sheet
            drawing={drawing}
            isDark={isDark}
            name={name}
            zoom={view.zoom}
            hits={hits}
            current={current}
            linkOf={linkOf}
          />
        </div>
      </div>
    </div>
  )
}

/** The visible layers of a page; the hidden ones of every page are held. */
function useVisibleLayers(document: DiagramDocument, page: DiagramPage | undefined) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        document.pages.flatMap(one => one.layers.filter(layer => !layer.visible).map(layer => `${one.id} ${layer.id}`)),
      ),
  )
  const layers = useMemo(
    () => new Set(page?.layers.filter(layer => !hidden.has(`${page.id} ${layer.id}`)).map(layer => layer.id)),
    [page, hidden],
  )
  const toggle = (layerId: string) =>
    setHidden(before => before.symmetricDifference(new Set([`${page?.id} ${layerId}`])))
  return { layers, toggle }
}

/** Matches of the typed words on a page, and which of them is current. */
function useWordSearch(document: DiagramDocument, page: DiagramPage | undefined, layers: ReadonlySet<string>) {
  const [words, setWords] = useState('')
  const [index, setIndex] = useState(0)
  const hits = useMemo(
    () => (page && words.trim() !== '' ? findOnPage(createScene(document, page, layers), words) : []),
    [document, page, layers, words],
  )
  const current = hits.length === 0 ? 0 : ((index % hits.length) + hits.length) % hits.length
  return { words, setWords, hits, current, setCurrent: setIndex }
}
type WordSearch = ReturnType<typeof useWordSearch>

interface ViewerKeys {
  field: RefObject<HTMLInputElement | null>
  search: WordSearch
  view: Stage
  leave: () => void
  turn: (by: 1 | -1) => void
}

function useViewerKeys({ field, search: { words, setWords }, view, leave, turn }: ViewerKeys): void {
  useKeyDown(event => {
    if (hasModal()) return
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') field.current?.focus()
    else if (event.key === 'Escape' && words !== '') setWords('')
    else if (event.key === 'Escape') leave()
    else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.key === '/') field.current?.focus()
    else if (event.key === 'PageDown') turn(1)
    else if (event.key === 'PageUp') turn(-1)
    else if (!zoomByKey(view, event.key)) return
    event.preventDefault()
  })
}

interface PageChoiceProps {
  document: DiagramDocument
  page: DiagramPage
  onTurn: (pageId: string) => void
}

function PageChoice({ document: { pages }, page, onTurn }: PageChoiceProps) {
  if (pages.length < 2) return null
  return (
    <select aria-label={t('Page of the diagram')} value={page.id} onChange={event => onTurn(event.target.value)}>
      {pages.map(one => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </select>
  )
}

interface LayerChoiceProps {
  page: DiagramPage
  visible: ReadonlySet<string>
  onToggle: (layerId: string) => void
}

function LayerChoice({ page, visible, onToggle }: LayerChoiceProps) {
  return (
    <details className="ox-diagram-layers">
      <summary>{t('Layers')}</summary>
      <fieldset aria-label={t('Layers')}>
        {page.layers.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" checked={visible.has(id)} onChange={() => onToggle(id)} />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  )
}

function SearchBox({ field, search }: Pick<ViewerKeys, 'field' | 'search'>) {
  const { words, hits, current } = search
  return (
    <div className="ox-diagram-group ox-diagram-search" role="search">
      <input
        ref={field}
        type="search"
        maxLength={200}
        aria-label={t('Find in diagram')}
        placeholder={t('Find in diagram')}
        value={words}
        onChange={event => {
          search.setWords(event.target.value)
          search.setCurrent(0)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') search.setCurrent(current + (event.shiftKey ? -1 : 1))
        }}
      />
      <span className="ox-diagram-zoom" role="status">
        {words.trim() !== '' &&
          (hits.length === 0 ? t('None') : t('{{at}} of {{count}}', { at: current + 1, count: hits.length }))}
      </span>
    </div>
  )
}
