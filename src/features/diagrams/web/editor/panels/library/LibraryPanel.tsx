import { useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react'
import { t } from '#platform/web/i18n.ts'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { SHAPE_CATEGORIES, type ShapeCategory, type ShapeDefinition } from '#diagrams/shapes/contract.ts'
import { CATEGORY_NAMES, namesVendor, searchShapes, shapesOf } from '#diagrams/shapes/library.ts'
import { useEditorState } from '../../store/useEditor.ts'
import { usePanels } from '../panels-state.ts'
import { Fold } from '../parts/Fold.tsx'
import { PanelFrame } from '../parts/PanelFrame.tsx'
import { useRoving } from '../parts/useRoving.ts'
import { useRecentShapes } from './recent.ts'
import { ShapeTile } from './ShapeTile.tsx'
import './library.css'

/** Initially open categories. */
const OPEN_AT_FIRST: readonly ShapeCategory[] = ['basic', 'flowchart']
/** Further hits are shown on demand. */
const FIRST_HITS = 80

/** Shape library: categories, search, recent shapes. */
export function LibraryPanel() {
  const { isLibraryOpen, panels } = usePanels()
  const [words, setWords] = useState('')
  const isReadOnly = useEditorState(state => state.isReadOnly)
  if (!isLibraryOpen || isReadOnly) return null
  return (
    <PanelFrame
      title={t('Shapes')}
      side="left"
      className="ox-de-library"
      onClose={() => panels.showLibrary(false)}
      head={
        // The keys act on the field within.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div className="ox-de-library-search" role="search" onKeyDown={fromSearch}>
          <SearchField label={t('Find a shape')} value={words} onChange={setWords} />
        </div>
      }
    >
      {words.trim() === '' ? <Categories /> : <Hits words={words} />}
    </PanelFrame>
  )
}

/** Keys of the search field: Enter places the first shape, an arrow focuses it. */
function fromSearch(event: KeyboardEvent<HTMLElement>): void {
  const tile = event.currentTarget.closest('.ox-de-library')?.querySelector<HTMLElement>('[data-shape]')
  if (!tile || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  if (event.key === 'ArrowDown') tile.focus()
  else if (event.key === 'Enter' && event.target.value.trim() !== '') tile.click()
  else return
  event.preventDefault()
}

function Categories() {
  const list = useRoving<HTMLDivElement>()
  const recent = useRecentShapes()
  return (
    <div ref={list}>
      <Fold name="library.recent" title={t('Recent')}>
        <Tiles label={t('Recent')} shapes={recent} />
      </Fold>
      {SHAPE_CATEGORIES.map(category => {
        const shapes = SHAPES_OF[category]
        return (
          <Fold
            key={category}
            name={`library.${category}`}
            title={t(CATEGORY_NAMES[category])}
            note={shapes.length}
            isOpenAtFirst={OPEN_AT_FIRST.includes(category)}
          >
            <Tiles label={t(CATEGORY_NAMES[category])} shapes={shapes} />
          </Fold>
        )
      })}
    </div>
  )
}

const SHAPES_OF = Object.fromEntries(SHAPE_CATEGORIES.map(category => [category, shapesOf(category)])) as Record<
  ShapeCategory,
  ShapeDefinition[]
>

function Hits({ words }: { words: string }) {
  const list = useRoving<HTMLDivElement>()
  const query = useDeferredValue(words)
  const hits = useMemo(() => searchShapes(query, name => t(name)), [query])
  const [shownFor, setShownFor] = useState('')
  const shown = shownFor === query ? hits : hits.slice(0, FIRST_HITS)
  return (
    <div ref={list} className="ox-de-library-hits">
      <p className="ox-de-library-count" role="status">
        {hits.length === 0
          ? t('No shape is called “{{words}}”.', { words: query.trim() })
          : t('{{count}} shapes', { count: hits.length })}
      </p>
      {hits.length === 0 && (
        <p className="ox-de-panel-empty">{t('Try another word: a shape is also found by what it stands for.')}</p>
      )}
      {hits.length > 0 && namesVendor(query) && (
        <p className="ox-de-library-count">{t('These icons stand for the services of any vendor.')}</p>
      )}
      <Tiles label={t('Found shapes')} shapes={shown} />
      {shown.length < hits.length && (
        <button type="button" className="ox-de-link" onClick={() => setShownFor(query)}>
          {t('Show all {{count}}', { count: hits.length })}
        </button>
      )}
    </div>
  )
}

function Tiles({ label, shapes }: { label: string; shapes: readonly ShapeDefinition[] }) {
  return (
    <div className="ox-de-tiles" role="group" aria-label={label}>
      {shapes.map(shape => (
        <ShapeTile key={shape.id} shape={shape} />
      ))}
    </div>
  )
}
