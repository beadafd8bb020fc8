import Maximize from 'lucide-react/icons/maximize'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { hasModal } from '#platform/web/modal.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { findOnPage } from '#diagrams/operations/text.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { createScene } from '#diagrams/render/scene.ts'
import { Sheet } from './Sheet.tsx'
import { useStage } from './useStage.ts'

export interface ViewerProps {
  name: string
  /** Pinned version; undefined for the latest. */
  version: number | undefined
  document: DiagramDocument
  firstPage: string | undefined
  backHref: string
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Shows a diagram: its pages and layers, near and far, with the words that are looked for. Changes nothing. */
export function Viewer({ name, version, document, firstPage, backHref }: ViewerProps) {
  const [pageId, setPageId] = useState(firstPage)
  const page = document.pages.find(({ id }) => id === pageId) ?? document.pages[0]
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(document.pages.flatMap(one => one.layers.filter(layer => !layer.visible).map(layer => `${one.id} ${layer.id}`))))
  const [words, setWords] = useState('')
  const [current, setCurrent] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const layers = useMemo(() => new Set(page?.layers.filter(layer => !hidden.has(`${page.id} ${layer.id}`)).map(layer => layer.id)), [page, hidden])
  const drawing = useMemo(() => renderDiagram(document, page ? { pageId: page.id, layers } : {}), [document, page, layers])
  const hits = useMemo(() => (page && words.trim() !== '' ? findOnPage(createScene(document, page, layers), words) : []), [document, page, layers, words])
  const { stage, zoom, zoomBy, setZoom, fit, isDragging } = useStage(drawing)
  const at = hits.length === 0 ? 0 : ((current % hits.length) + hits.length) % hits.length

  // Another page begins as a whole.
  useEffect(() => fit(), [page?.id, fit])
  useEffect(() => {
    stage.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [at, hits, stage])
  const turn = (by: number) => {
    const next = page && document.pages[document.pages.indexOf(page) + by]
    if (next) setPageId(next.id)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (hasModal()) return
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') field.current?.focus()
    else if (event.key === 'Escape' && words !== '') setWords('')
    else if (event.key === 'Escape') navigateTo(backHref)
    else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.key === '+' || event.key === '=') zoomBy(1)
    else if (event.key === '-') zoomBy(-1)
    else if (event.key === '0') fit()
    else if (event.key === '1') setZoom(1)
    else if (event.key === '/') field.current?.focus()
    else if (event.key === 'PageDown') turn(1)
    else if (event.key === 'PageUp') turn(-1)
    else return
    event.preventDefault()
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  if (!page) return null

  return (
    <div className="ox-diagram">
      <div className="ox-diagram-bar">
        <h1 id="title-text">
          {name} {version !== undefined && <small>{t('v. {{version}}', { version })}</small>}
        </h1>
        {document.pages.length > 1 && (
          <select aria-label={t('Page of the diagram')} value={page.id} onChange={event => setPageId(event.target.value)}>
            {document.pages.map(one => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        {page.layers.length > 1 && (
          <details className="ox-diagram-layers">
            <summary>{t('Layers')}</summary>
            <fieldset aria-label={t('Layers')}>
              {page.layers.map(layer => (
                <label key={layer.id}>
                  <input
                    type="checkbox"
                    checked={layers.has(layer.id)}
                    onChange={() => setHidden(before => before.symmetricDifference(new Set([`${page.id} ${layer.id}`])))}
                  />
                  {layer.name}
                </label>
              ))}
            </fieldset>
          </details>
        )}
        <div className="ox-diagram-group ox-diagram-search" role="search">
          <input
            ref={field}
            type="search"
            maxLength={200}
            aria-label={t('Find in diagram')}
            placeholder={t('Find in diagram')}
            value={words}
            onChange={event => {
              setWords(event.target.value)
              setCurrent(0)
            }}
            onKeyDown={event => {
              if (event.key === 'Enter') setCurrent(at + (event.shiftKey ? -1 : 1))
            }}
          />
          <span className="ox-diagram-zoom" role="status">
            {words.trim() !== '' && (hits.length === 0 ? t('None') : t('{{at}} of {{count}}', { at: at + 1, count: hits.length }))}
          </span>
        </div>
        <div className="ox-diagram-group" role="group" aria-label={t('Zoom')}>
          <IconButton label={t('Zoom out')} shortcut="-" onPress={() => zoomBy(-1)}>
            <Minus {...icon} />
          </IconButton>
          <span className="ox-diagram-zoom" aria-live="polite">
            {Math.round(zoom * 100)} %
          </span>
          <IconButton label={t('Zoom in')} shortcut="+" onPress={() => zoomBy(1)}>
            <Plus {...icon} />
          </IconButton>
          <IconButton label={t('Show all')} shortcut="0" onPress={fit}>
            <Maximize {...icon} />
          </IconButton>
        </div>
        <IconButton className="ox-diagram-close" label={t('Back to page')} shortcut="Esc" onPress={() => navigateTo(backHref)}>
          <X {...icon} />
        </IconButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys: whoever has no pointer must be able to reach it */}
      <div ref={stage} className="ox-diagram-stage" tabIndex={0} role="region" aria-label={t('Diagram')} data-dragging={isDragging || undefined}>
        <div className="ox-diagram-room">
          <Sheet drawing={drawing} name={name} zoom={zoom} hits={hits} current={at} />
        </div>
      </div>
    </div>
  )
}
