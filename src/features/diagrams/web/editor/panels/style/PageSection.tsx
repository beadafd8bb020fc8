import { t } from '#platform/web/i18n.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import type { PageFields } from '#diagrams/model/changes.ts'
import { LIMITS, type DiagramPage } from '#diagrams/model/document.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { Choice } from '../parts/Choice.tsx'
import { ColourField } from '../parts/ColourField.tsx'
import { Fold } from '../parts/Fold.tsx'
import { NumberBox } from '../parts/NumberBox.tsx'

/** Sizes at 96 px per inch. */
const FORMATS = [
  { id: 'screen', name: 'Screen', width: 1280, height: 800 }, { id: 'wide', name: 'Slide 16:9', width: 1600, height: 900 },
  { id: 'a4', name: 'A4 upright', width: 794, height: 1123 }, { id: 'a4-across', name: 'A4 across', width: 1123, height: 794 },
  { id: 'a3-across', name: 'A3 across', width: 1587, height: 1123 }, { id: 'letter', name: 'Letter upright', width: 816, height: 1056 },
  { id: 'letter-across', name: 'Letter across', width: 1056, height: 816 },
] as const
type FormatId = (typeof FORMATS)[number]['id'] | 'own'

/** The page itself, shown while nothing is selected. */
export function PageSection() {
  const editor = useEditor()
  const page = useEditorState(({ document, pageId }): DiagramPage | undefined => document.pages.find(({ id }) => id === pageId))
  if (!page) return null
  const { grid, width, height } = page
  const set = (name: string, fields: PageFields, merge = false) => editor.change({ type: 'update-page', pageId: page.id, fields }, { name, merge })
  const format: FormatId = FORMATS.find(one => one.width === width && one.height === height)?.id ?? 'own'
  return (
    <>
      <Fold name="style.page" title={t('Page')}>
        <Choice<FormatId>
          label={t('Format')}
          value={format}
          onChange={id => {
            const chosen = FORMATS.find(one => one.id === id)
            if (chosen) set('Page size', { width: chosen.width, height: chosen.height })
          }}
          options={[...FORMATS.map(({ id, name }) => ({ id, label: t(name) })), ...(format === 'own' ? [{ id: 'own' as const, label: t('Own size') }] : [])]}
        />
        <div className="ox-de-row">
          <NumberBox label={t('Width of the page')} mark={t('W')} min={10} max={LIMITS.length} step={10} value={width} onChange={(value, isSliding) => set('Page size', { width: value }, isSliding)} />
          <NumberBox label={t('Height of the page')} mark={t('H')} min={10} max={LIMITS.length} step={10} value={height} onChange={(value, isSliding) => set('Page size', { height: value }, isSliding)} />
        </div>
        <div className="ox-de-row">
          <span className="ox-de-row-label" aria-hidden="true">{t('Background')}</span>
          <ColourField label={t('Background')} canBeNone value={page.background ?? 'none'} onChange={(colour, isSliding) => set('Background', { background: colour === 'none' ? null : colour }, isSliding)} />
        </div>
      </Fold>
      <Fold name="style.grid" title={t('Grid')}>
        <div className="ox-de-row">
          <Checkbox isSelected={grid.visible} onChange={visible => set('Grid', { grid: { ...grid, visible } })}>{t('Show the grid')}</Checkbox>
        </div>
        <div className="ox-de-row">
          <Checkbox isSelected={grid.snap} onChange={snap => set('Grid', { grid: { ...grid, snap } })}>{t('Snap to the grid')}</Checkbox>
        </div>
        <div className="ox-de-row">
          <span className="ox-de-row-label" aria-hidden="true">{t('Distance')}</span>
          <NumberBox label={t('Distance of the lines')} min={2} max={200} unit=" px" value={grid.size} onChange={(size, isSliding) => set('Grid', { grid: { ...grid, size } }, isSliding)} />
        </div>
      </Fold>
    </>
  )
}
