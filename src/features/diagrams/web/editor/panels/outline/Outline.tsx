import { useDeferredValue, useMemo } from 'react'
import { t } from '#platform/web/i18n.ts'
import { outlineOf, sentenceOf, type OutlineItem } from '#diagrams/operations/outline.ts'
import { centreOn } from '../../scene/camera.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { applyTool } from '../../tools/by-keys.ts'
import { usePanels } from '../panels-state.ts'
import { PanelFrame } from '../parts/PanelFrame.tsx'
import { ROVING, useRoving } from '../parts/useRoving.ts'
import './outline.css'

/** Textual outline in reading order with connections. An entry selects and reveals its object. */
export function Outline() {
  const { side, focusRequests, panels } = usePanels()
  if (side !== 'outline') return null
  return (
    <PanelFrame title={t('Outline')} side="right" takesFocus={focusRequests} onClose={() => panels.showSide(null)}>
      <Page />
    </PanelFrame>
  )
}

function Page() {
  const list = useRoving<HTMLDivElement>()
  const page = useDeferredValue(
    useEditorState(({ document, pageId }) => document.pages.find(({ id }) => id === pageId)),
  )
  const items = useMemo(() => (page ? outlineOf(page) : []), [page])
  return (
    <div ref={list} className="ox-de-outline">
      {items.length === 0 ? (
        <p className="ox-de-panel-empty">{t('No objects on this page.')}</p>
      ) : (
        <Items label={t('Objects of the page')} items={items} />
      )}
    </div>
  )
}

function Items({ label, items }: { label?: string; items: readonly OutlineItem[] }) {
  return (
    <ul aria-label={label}>
      {items.map(item => (
        <li key={item.id}>
          <Entry item={item} />
          {item.children.length > 0 && <Items items={item.children} />}
        </li>
      ))}
    </ul>
  )
}

function Entry({ item }: { item: OutlineItem }) {
  const editor = useEditor()
  const isSelected = useEditorState(({ selection }) => selection.has(item.id))
  const sentence = sentenceOf(item, (text, values) => t(text, values))
  return (
    <button
      type="button"
      className="ox-de-place"
      aria-pressed={isSelected}
      onClick={() => {
        editor.select([item.id])
        centreOn(editor, item.id)
        // With the connector tool or format painter, it applies the tool as on the canvas.
        const { kind } = editor.state().tool
        if (kind === 'connector' || kind === 'format') applyTool(editor)
      }}
      {...ROVING}
    >
      {sentence}
      {item.text !== '' && <small>{t(item.kind)}</small>}
    </button>
  )
}
