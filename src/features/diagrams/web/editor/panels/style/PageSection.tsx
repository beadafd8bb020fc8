import { t } from '#platform/web/i18n.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import type { PageFields } from '#diagrams/model/changes.ts'
import { LIMITS, type DiagramPage } from '#diagrams/model/document.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { Choice } from '../parts/Choice.tsx'
import { ColourField } from '../parts/ColourField.tsx'
import { Fold } from '../parts/Fold.tsx'
import { NumberBox } from '../parts/NumberBox.tsx'
import { Row } from '../parts/Row.tsx'

/** Sizes at 96 px per inch. */
const FORMATS = [
  { id: 'screen', name: 'Screen', width: 1280, height: 800 },
  { id: 'wide', name: 'Slide 16:9', width: 1600, height: 900 },
  { id: 'a4', name: 'A4 upright', width: 794, height: 1123 },
  { id: 'a4-across', name: 'A4 across', width: 1123, height: 794 },
  { id: 'a3-across', name: 'A3 across', width: 1587, height: 1123 },
  { id: 'letter', name: 'Letter upright', width: 816, height: 1056 },
  { id: 'letter-across', name: 'Letter across', width: 1056, height: 816 },
] as const
type FormatId = (typeof FORMATS)[number]['id'] | 'own'

type SetPage = (name: string, fields: PageFields, merge?: boolean) => void

/** Page settings, shown without a selection. */
export function PageSection() {
  const editor = useEditor()
  const page = useEditorState(({ document, pageId }) => document.pages.find(({ id }) => id === pageId))
  if (!page) return null
  const set: SetPage = (name, fields, merge = false) =>
    editor.change({ type: 'update-page', pageId: page.id, fields }, { name, merge })
  return (
    <>
      <SizeFold page={page} set={set} />
      <GridFold grid={page.grid} set={set} />
    </>
  )
}

function SizeFold({ page, set }: { page: DiagramPage; set: SetPage }) {
  const { width, height } = page
  const format: FormatId = FORMATS.find(one => one.width === width && one.height === height)?.id ?? 'own'
  const sides = [
    ['width', t('Width of the page'), t('W')],
    ['height', t('Height of the page'), t('H')],
  ] as const
  return (
    <Fold name="style.page" title={t('Page')}>
      <Choice<FormatId>
        label={t('Format')}
        value={format}
        onChange={id => {
          const chosen = FORMATS.find(one => one.id === id)
          if (chosen) set('Page size', { width: chosen.width, height: chosen.height })
        }}
        options={[
          ...FORMATS.map(({ id, name }) => ({ id, label: t(name) })),
          ...(format === 'own' ? [{ id: 'own' as const, label: t('Own size') }] : []),
        ]}
      />
      <Row>
        {sides.map(([side, label, mark]) => (
          <NumberBox
            key={side}
            label={label}
            mark={mark}
            min={10}
            max={LIMITS.length}
            step={10}
            value={page[side]}
            onChange={(value, isSliding) => set('Page size', { [side]: value }, isSliding)}
          />
        ))}
      </Row>
      <Row label={t('Background')}>
        <ColourField
          label={t('Background')}
          canBeNone
          value={page.background ?? 'none'}
          onChange={(colour, isSliding) =>
            set('Background', { background: colour === 'none' ? null : colour }, isSliding)
          }
        />
      </Row>
    </Fold>
  )
}

function GridFold({ grid, set }: { grid: DiagramPage['grid']; set: SetPage }) {
  return (
    <Fold name="style.grid" title={t('Grid')}>
      <Row>
        <Checkbox isSelected={grid.visible} onChange={visible => set('Grid', { grid: { ...grid, visible } })}>
          {t('Show the grid')}
        </Checkbox>
      </Row>
      <Row>
        <Checkbox isSelected={grid.snap} onChange={snap => set('Grid', { grid: { ...grid, snap } })}>
          {t('Snap to the grid')}
        </Checkbox>
      </Row>
      <Row label={t('Distance')}>
        <NumberBox
          label={t('Distance of the lines')}
          min={2}
          max={200}
          unit=" px"
          value={grid.size}
          onChange={(size, isSliding) => set('Grid', { grid: { ...grid, size } }, isSliding)}
        />
      </Row>
    </Fold>
  )
}
