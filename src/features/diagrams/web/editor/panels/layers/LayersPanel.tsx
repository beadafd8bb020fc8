import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import PencilLine from 'lucide-react/icons/pencil-line'
import Plus from 'lucide-react/icons/plus'
import SquareArrowRight from 'lucide-react/icons/square-arrow-right'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import type { LayerFields } from '#diagrams/model/changes.ts'
import { addLayer, moveLayer, removeLayer, renameLayer, setLayer } from '#diagrams/operations/pages.ts'
import { LIMITS, type DiagramPage, type Layer } from '#diagrams/model/document.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { usePanels } from '../panels-state.ts'
import { NameField } from '../parts/NameField.tsx'
import { offerUndo } from '../parts/offer-undo.ts'
import { PanelFrame } from '../parts/PanelFrame.tsx'
import { useReorder } from '../parts/useReorder.ts'
import './layers.css'

/** Layers of the page, top first: visibility, lock, and the active layer. */
export function LayersPanel() {
  const { side, panels } = usePanels()
  const page = useEditorState(({ document, pageId }) => document.pages.find(({ id }) => id === pageId))
  if (side !== 'layers' || !page) return null
  return (
    <PanelFrame
      title={t('Layers')}
      side="right"
      onClose={() => panels.showSide(null)}
      actions={<AddButton page={page} />}
    >
      <LayerList page={page} />
    </PanelFrame>
  )
}

function AddButton({ page }: { page: DiagramPage }) {
  const editor = useEditor()
  const isReadOnly = useEditorState(state => state.isReadOnly)
  return (
    <IconButton
      label={t('Add a layer')}
      size="small"
      isDisabled={isReadOnly || page.layers.length >= LIMITS.layers}
      onPress={() => {
        const { change, layerId } = addLayer(page, t('Layer {{number}}', { number: page.layers.length + 1 }))
        if (editor.change(change, { name: 'Add layer' })) editor.set({ layerId })
      }}
    >
      <Plus />
    </IconButton>
  )
}

function LayerList({ page }: { page: DiagramPage }) {
  const editor = useEditor()
  const layerId = useEditorState(state => state.layerId)
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const { layers } = page
  // Reversed: stored bottom first.
  const shown = layers.toReversed()
  const moveTo = (layer: Layer | undefined, index: number) => {
    if (layer) editor.change(moveLayer(page, layer.id, index), { name: 'Move layer' })
  }
  const { gap, propsOf } = useReorder('y', !isReadOnly && layers.length > 1, (from, to) =>
    moveTo(shown[from], layers.length - 1 - to),
  )
  return (
    <ul className="ox-de-layers" aria-label={t('Layers')}>
      {shown.map((layer, index) => (
        <li
          key={layer.id}
          data-active={layer.id === layerId || undefined}
          data-off={!layer.visible || undefined}
          data-gap={gap === index ? 'before' : gap === shown.length && index === shown.length - 1 ? 'after' : undefined}
          {...propsOf(index)}
        >
          <LayerItem page={page} layer={layer} onMove={by => moveTo(layer, layers.indexOf(layer) + by)} />
        </li>
      ))}
    </ul>
  )
}

interface LayerItemProps {
  page: DiagramPage
  layer: Layer
  onMove: (by: 1 | -1) => void
}

function LayerItem({ page, layer, onMove }: LayerItemProps) {
  const editor = useEditor()
  const layerId = useEditorState(state => state.layerId)
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const [isRenaming, setRenaming] = useState(false)
  const { id, name, visible, locked } = layer
  const update = (action: string, fields: LayerFields) =>
    editor.change({ type: 'update-layer', pageId: page.id, id, fields }, { name: action })
  return (
    <>
      <IconButton
        label={visible ? t('Hide “{{layer}}”', { layer: name }) : t('Show “{{layer}}”', { layer: name })}
        size="small"
        isDisabled={isReadOnly}
        onPress={() => update(visible ? 'Hide layer' : 'Show layer', { visible: !visible })}
      >
        {visible ? <Eye /> : <EyeOff />}
      </IconButton>
      {isRenaming ? (
        <NameField
          label={t('Name of the layer')}
          name={name}
          onRename={next => editor.change(renameLayer(page, id, next), { name: 'Rename layer' })}
          onDone={() => setRenaming(false)}
        />
      ) : (
        <button
          type="button"
          className="ox-de-layer-name"
          aria-pressed={id === layerId}
          title={name}
          onClick={() => editor.set({ layerId: id })}
          onDoubleClick={() => !isReadOnly && setRenaming(true)}
          onKeyDown={event => {
            if (event.key === 'F2' && !isReadOnly) setRenaming(true)
            else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
              onMove(event.key === 'ArrowUp' ? 1 : -1)
            else return
            event.preventDefault()
          }}
        >
          <span>{name}</span>
          <small>{countOn(page, layer)}</small>
        </button>
      )}
      <IconButton
        label={locked ? t('Unlock “{{layer}}”', { layer: name }) : t('Lock “{{layer}}”', { layer: name })}
        size="small"
        isActive={locked}
        isDisabled={isReadOnly}
        onPress={() => update(locked ? 'Unlock layer' : 'Lock layer', { locked: !locked })}
      >
        {locked ? <Lock /> : <LockOpen />}
      </IconButton>
      <LayerMenu page={page} layer={layer} onRename={() => setRenaming(true)} onMove={onMove} />
    </>
  )
}

function LayerMenu({ page, layer, onRename, onMove }: LayerItemProps & { onRename: () => void }) {
  const editor = useEditor()
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const selection = useEditorState(state => state.selection)
  const index = page.layers.indexOf(layer)
  return (
    <Menu
      label={t('Layer “{{name}}”', { name: layer.name })}
      trigger={
        <IconButton label={t('Actions for “{{layer}}”', { layer: layer.name })} size="small" isDisabled={isReadOnly}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem
        label={t('Move the selection here')}
        icon={<SquareArrowRight />}
        isDisabled={selection.size === 0 || layer.locked}
        onAction={() => editor.change(setLayer(page, selection, layer.id), { name: 'Move to layer' })}
      />
      <MenuItem
        label={t('Select all on it')}
        isDisabled={!layer.visible || layer.locked}
        onAction={() =>
          editor.select(
            Object.values(page.objects)
              .filter(object => object.layer === layer.id && object.parent === null)
              .map(({ id }) => id),
          )
        }
      />
      <MenuSeparator />
      <MenuItem label={t('Rename')} shortcut="F2" icon={<PencilLine />} onAction={onRename} />
      <MenuItem
        label={t('Move up')}
        shortcut="Alt+↑"
        icon={<ArrowUp />}
        isDisabled={index === page.layers.length - 1}
        onAction={() => onMove(1)}
      />
      <MenuItem
        label={t('Move down')}
        shortcut="Alt+↓"
        icon={<ArrowDown />}
        isDisabled={index === 0}
        onAction={() => onMove(-1)}
      />
      <MenuSeparator />
      <MenuItem
        label={t('Delete, with what is on it')}
        icon={<Trash2 />}
        isDangerous
        isDisabled={page.layers.length === 1}
        onAction={() => {
          if (editor.change(removeLayer(page, layer.id), { name: 'Delete layer' }))
            offerUndo(editor, t('Layer “{{name}}” was deleted', { name: layer.name }))
        }}
      />
    </Menu>
  )
}

function countOn(page: DiagramPage, layer: Layer): number {
  return Object.values(page.objects).filter(object => object.layer === layer.id).length
}
