import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { t } from '#platform/web/i18n.ts'
import { hasModal } from '#platform/web/modal.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { compareDocuments, countOf } from '#diagrams/operations/compare/compare.ts'
import { drawComparison, type ComparedPicture } from '#diagrams/operations/compare/picture.ts'
import { loadDiagram } from '../../contract.ts'
import { useKeyDown, zoomByKey } from '../viewer/keys.ts'
import { Sheet } from '../viewer/Sheet.tsx'
import { useStage, type Stage } from '../viewer/useStage.ts'
import { ZoomButtons } from '../viewer/ZoomButtons.tsx'
import { ChangesPanel, type SelectedChange } from './ChangesPanel.tsx'
import css from './history.module.css'
import { versionHref, type HistoryPlace } from './history-address.ts'

interface ComparisonProps {
  address: HistoryPlace
  /** The two versions, in whichever order. */
  one: number
  other: number
}

/** Two versions of a diagram over each other, and all that differs as a list. */
export function Comparison({ address, one, other }: ComparisonProps) {
  const { pageId, name } = address
  const [older, newer] = [Math.min(one, other), Math.max(one, other)]
  const { data: before } = useEndpoint(loadDiagram, { query: { pageId, name, version: older } })
  const { data: after } = useEndpoint(loadDiagram, { query: { pageId, name, version: newer } })
  if (!before || !after) return null
  // The server checked both against `model/validate.ts` before they were stored or sent.
  const documents = {
    before: before.document as unknown as DiagramDocument,
    after: after.document as unknown as DiagramDocument,
  }
  return <Compared address={address} older={older} newer={newer} {...documents} />
}

interface ComparedProps {
  address: HistoryPlace
  older: number
  newer: number
  before: DiagramDocument
  after: DiagramDocument
}

function Compared({ address, older, newer, before, after }: ComparedProps) {
  const comparison = useMemo(() => compareDocuments(before, after), [before, after])
  const [pageIndex, setPageIndex] = useState(() =>
    Math.max(
      0,
      comparison.pages.findIndex(page => countOf(page) > 0),
    ),
  )
  const [selected, setSelected] = useState<SelectedChange>()
  const page = comparison.pages[pageIndex]
  const picture = useMemo(() => page && drawComparison(page, { before, after }), [page, before, after])
  const view = useStage(picture ?? { width: 1, height: 1 })
  const back = versionHref(address, newer)
  useSelected(selected, picture, view)
  useKeys(view, () => navigateTo(back))
  if (!page || !picture) return null
  const select = (change: SelectedChange) => {
    setPageIndex(change.page)
    setSelected(change)
  }
  const place = selected?.page === pageIndex ? picture.places[selected.index] : null
  const title = t('Version {{older}} and version {{newer}}', { older, newer })
  return (
    <div className={css.layout}>
      <div className="ox-diagram">
        <div className="ox-diagram-bar">
          <h1 id="title-text">
            {address.name} <small>{title}</small>
          </h1>
          {comparison.pages.length > 1 && (
            <select
              aria-label={t('Page of the diagram')}
              value={pageIndex}
              onChange={event => {
                setSelected(undefined)
                setPageIndex(Number(event.target.value))
              }}
            >
              {comparison.pages.map((one, index) => (
                <option key={`${one.before?.id} ${one.after?.id}`} value={index}>
                  {`${(one.after ?? one.before)?.name} (${countOf(one)})`}
                </option>
              ))}
            </select>
          )}
          <ZoomButtons view={view} />
          <IconButton
            className="ox-diagram-close"
            label={t('Back to versions')}
            shortcut="Esc"
            onPress={() => navigateTo(back)}
          >
            <X />
          </IconButton>
        </div>
        <ComparedStage
          picture={picture}
          view={view}
          name={title}
          place={place ?? null}
          onSelect={index => select({ page: pageIndex, index })}
        />
      </div>
      <ChangesPanel
        comparison={comparison}
        title={title}
        backHref={back}
        selected={selected}
        isDrawn={index => picture.places[index] !== null}
        pageIndex={pageIndex}
        onSelect={select}
      />
    </div>
  )
}

/** Shows what is selected in the middle, as large as it is legible, and a page that is opened as a whole. */
function useSelected(selected: SelectedChange | undefined, picture: ComparedPicture | undefined, view: Stage): void {
  const isPending = useRef(false)
  const { stage, fit, setZoom, zoom } = view
  const centre = (element: RefObject<HTMLDivElement | null>) => {
    isPending.current = false
    element.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'center', inline: 'center' })
  }
  const show = useEffectEvent(() => {
    const place = selected && picture?.places[selected.index]
    if (!place || !stage.current) {
      if (!selected) fit()
      return
    }
    const { clientWidth, clientHeight } = stage.current
    const fits = Math.min(
      clientWidth / (place.right - place.left + SURROUNDINGS),
      clientHeight / (place.bottom - place.top + SURROUNDINGS),
    )
    const wanted = Math.min(1, fits)
    isPending.current = true
    if (wanted === zoom) centre(stage)
    else setZoom(wanted)
  })
  useEffect(() => show(), [selected, picture])
  useLayoutEffect(() => {
    if (isPending.current) centre(stage)
  }, [zoom, stage])
}

/** Surroundings shown of a selected change, px of the picture. */
const SURROUNDINGS = 320
/** Movement of a pointer that is still a click, px. */
const CLICK = 4

/** Links lead nowhere from what was. */
const NO_LINK = () => ({ href: '', label: '' })

interface ComparedStageProps {
  picture: ComparedPicture
  view: Stage
  name: string
  place: ComparedPicture['places'][number]
  onSelect: (index: number) => void
}

function ComparedStage({ picture, view, name, place, onSelect }: ComparedStageProps) {
  const { stage, zoom, isDragging } = view
  const pressed = useRef<{ x: number; y: number }>(undefined)
  const select = (x: number, y: number) => {
    const sheet = stage.current?.querySelector('.ox-diagram-sheet')?.getBoundingClientRect()
    if (!sheet || !pressed.current || Math.hypot(x - pressed.current.x, y - pressed.current.y) > CLICK) return
    const index = changeAt(picture, { x: (x - sheet.left) / zoom, y: (y - sheet.top) / zoom })
    if (index !== undefined) onSelect(index)
  }
  return (
    // Keys use the list of changes.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={stage}
      className={`ox-diagram-stage ${css.stage}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys, so it must take the focus
      tabIndex={0}
      role="region"
      aria-label={t('Diagram')}
      data-dragging={isDragging || undefined}
      onPointerDown={event => {
        pressed.current = { x: event.clientX, y: event.clientY }
      }}
      onClick={event => select(event.clientX, event.clientY)}
    >
      <div className="ox-diagram-room">
        <Sheet
          drawing={{ ...picture, left: 0, top: 0, areas: [], text: '' }}
          // Marks have their colours on paper.
          isDark={false}
          name={name}
          zoom={zoom}
          hits={
            place
              ? [
                  {
                    objectId: 'selected',
                    bounds: {
                      x: place.left,
                      y: place.top,
                      width: place.right - place.left,
                      height: place.bottom - place.top,
                    },
                  },
                ]
              : []
          }
          current={0}
          linkOf={NO_LINK}
        />
      </div>
    </div>
  )
}

/** The smallest change at a point of the picture. */
function changeAt({ places }: ComparedPicture, { x, y }: { x: number; y: number }): number | undefined {
  const sizeOf = (index: number) => {
    const place = places[index]
    return place ? (place.right - place.left) * (place.bottom - place.top) : Infinity
  }
  const hits = places.flatMap((place, index) =>
    place && x >= place.left && x <= place.right && y >= place.top && y <= place.bottom ? [index] : [],
  )
  return hits.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]
}

function useKeys(view: Stage, leave: () => void): void {
  useKeyDown(event => {
    if (hasModal() || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') leave()
    else if (event.target instanceof HTMLSelectElement || !zoomByKey(view, event.key)) return
    event.preventDefault()
  })
}
