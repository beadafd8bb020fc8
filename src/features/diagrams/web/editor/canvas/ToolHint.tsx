import { useSyncExternalStore, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { useEditor, useEditorState } from '../store/useEditor.ts'
import type { Tool } from '../store/state.ts'
import { ShapeSign } from './ShapeSign.tsx'

/** The chosen tool and what to do with it, above the drawing. The announcer says it to screen readers. */
export function ToolHint() {
  const { tools } = useEditor()
  const tool = useEditorState(state => state.tool)
  const { state } = useSyncExternalStore(tools.subscribe, tools.hints)
  const words = state === 'idle' || state === 'pressed' ? wordsOf(tool) : null
  if (!words) return null
  return (
    <p className="ox-de-tool-hint" aria-hidden="true">
      {words.sign}
      <strong>{words.name}</strong>
      <span>{words.help}</span>
    </p>
  )
}

function wordsOf(tool: Tool): { name: string; help: string; sign?: ReactNode } | null {
  switch (tool.kind) {
    case 'select':
      return null
    case 'pan':
      return { name: t('Move the view'), help: t('Drag. Esc ends it.') }
    case 'connector':
      return { name: t('Connector'), help: t('Drag from shape to shape. Esc ends it.') }
    case 'text':
      return { name: t('Text'), help: t('Press where it begins. Esc ends it.'), sign: <ShapeSign shape="basic.text" /> }
    case 'format':
      return { name: t('Format painter'), help: t('Press what shall look like it. Esc ends it.') }
    case 'shape':
      return {
        name: t(findShape(tool.shape)?.name ?? 'Shape'),
        help: t('Press or drag where it goes. Esc ends it.'),
        sign: <ShapeSign shape={tool.shape} />,
      }
  }
}
