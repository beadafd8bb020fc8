import Link2 from 'lucide-react/icons/link-2'
import Lock from 'lucide-react/icons/lock'
import PaintbrushVertical from 'lucide-react/icons/paintbrush-vertical'
import { useDeferredValue } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { DiagramObject, DiagramPage } from '#diagrams/model/document.ts'
import { isLocked } from '#diagrams/operations/tree.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { beginPainting } from '../../tools/by-keys.ts'
import { useLinkTarget } from '../link/link-target.ts'
import { usePanels } from '../panels-state.ts'
import { Fold } from '../parts/Fold.tsx'
import { PanelFrame } from '../parts/PanelFrame.tsx'
import { AlignRow } from './AlignRow.tsx'
import { ConnectorSection, EffectsSection, FillSection, LineSection, LooksSection } from './PaintSections.tsx'
import { PageSection } from './PageSection.tsx'
import { PlaceSection } from './PlaceSection.tsx'
import { styled } from './set-style.ts'
import { sharedStyle } from './shared.ts'
import './style.css'
import { TextSection } from './TextSection.tsx'

/** Style and position of the selection; the page's settings without one. */
export function StylePanel() {
  const { side, panels } = usePanels()
  // Deferred: during a marquee the selection changes with every frame.
  const selection = useDeferredValue(useEditorState(state => state.selection))
  // Ignores previews, so that it is not rendered during a drag, except for its own changes, on which the next key
  // builds.
  const page = useEditorState(({ document, pageId }) => document.pages.find(({ id }) => id === pageId))
  const isReadOnly = useEditorState(state => state.isReadOnly)
  if (side !== 'style' || !page || isReadOnly) return null
  const objects = [...selection].flatMap(id => page.objects[id] ?? [])
  return (
    <PanelFrame
      title={objects.length === 0 ? t('Page') : selectionLabel(objects)}
      side="right"
      className="ox-de-style"
      onClose={() => panels.showSide(null)}
      actions={objects.length > 0 && <FormatPainter objects={objects} />}
    >
      {objects.length === 0 ? <PageSection /> : <Sections page={page} objects={objects} />}
    </PanelFrame>
  )
}

function Sections({ page, objects }: { page: DiagramPage; objects: readonly DiagramObject[] }) {
  const style = sharedStyle(styled(page, objects))
  if (objects.every(({ id }) => isLocked(page, id))) {
    return (
      <p className="ox-de-panel-empty">
        <Lock size={14} /> {t('This is locked. Unlock it to change how it looks.')}
      </p>
    )
  }
  return (
    <>
      {objects.length > 1 && <AlignRow />}
      {style.stroke && <LooksSection style={style} />}
      <FillSection style={style} />
      <LineSection style={style} />
      <ConnectorSection style={style} />
      <TextSection text={style.text} />
      <EffectsSection style={style} />
      <PlaceSection objects={objects} />
      <LinkSection objects={objects} />
    </>
  )
}

/** Format painter: copies the style of the first selected object to the clicked ones. A second press ends it. */
function FormatPainter({ objects }: { objects: readonly DiagramObject[] }) {
  const editor = useEditor()
  const isOn = useEditorState(({ tool }) => tool.kind === 'format')
  const from = objects.find(({ kind }) => kind !== 'group')
  return (
    <IconButton
      label={t('Copy the look to others')}
      size="small"
      aria-pressed={isOn}
      isActive={isOn}
      isDisabled={!from}
      onPress={() => {
        if (!from) return
        if (isOn) return editor.set({ tool: { kind: 'select' } })
        editor.tools.takeFocus?.()
        beginPainting(editor, from.id, true)
      }}
    >
      <PaintbrushVertical />
    </IconButton>
  )
}

function LinkSection({ objects }: { objects: readonly DiagramObject[] }) {
  const { panels } = usePanels()
  const link = objects.find(object => object.link)?.link
  const target = useLinkTarget(link)
  return (
    <Fold name="style.link" title={t('Link')}>
      {link && <p className="ox-de-link-target">{target ?? t('Searching…')}</p>}
      <Button size="small" icon={<Link2 />} onPress={() => panels.showDialog('link')}>
        {link ? t('Change link…') : t('Add a link…')}
      </Button>
    </Fold>
  )
}

/** Description of the selection, the panel's title. */
export function selectionLabel(objects: readonly DiagramObject[]): string {
  const [only] = objects
  if (objects.length > 1 || !only) return t('{{count}} objects', { count: objects.length })
  switch (only.kind) {
    case 'shape':
      return t(findShape(only.shape)?.name ?? 'Shape')
    case 'connector':
      return t('Connector')
    case 'image':
      return t('Picture')
    case 'group':
      return t('Group')
  }
}
