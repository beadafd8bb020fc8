import { useMemo } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import type { TemplateCategory } from '../../../names.ts'
import { renderDiagram } from '../../../render/render.ts'
import { useEditorState } from '../store/useEditor.ts'
import { useHost } from './host.ts'

/** Canvas and panels in their places. */
export function Workspace(_: { templates: TemplateCategory | 'all' | null }) {
  const host = useHost()
  const shown = useEditorState((state, editor) => editor.shown)
  const pageId = useEditorState(state => state.pageId)
  const svg = useMemo(() => renderDiagram(shown, { pageId }).svg, [shown, pageId])
  return (
    <>
      <header>
        <strong>{host.name}</strong> {host.saveState} <Button onPress={() => host.save()}>{t('Save')}</Button> <Button onPress={host.close}>{t('Close')}</Button>
      </header>
      {/* The renderer escapes by construction. */}
      <div dangerouslySetInnerHTML={{ __html: svg }} />
    </>
  )
}
