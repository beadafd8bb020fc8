import { useId, useMemo, useState } from 'react'
import { messageOf } from '#platform/message-of.ts'
import { locale, t } from '#platform/web/i18n.ts'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { SvgPicture } from '../editor/panels/parts/SvgPicture.tsx'
import { printDrawings } from './print.ts'
import { countOf, layoutOf, MOST_SHEETS, PAPERS, type Layout, type PrintOptions } from './sheets.ts'

export interface PrintDialogProps {
  name: string
  document: DiagramDocument
  pageId: string
  /** Visible layers of that page; default as in the document. */
  layers?: ReadonlySet<string>
  onClose: () => void
}

/** Percent. */
const SCALES = { least: 5, most: 400 }
/** Countries of Letter instead of A4. */
const LETTER = /-(?:US|CA|MX|CL|CO|CR|GT|PA|PH|PR|SV|VE)$/

/** Asks how a diagram is printed: sheets, orientation, on one sheet or on several. */
export function PrintDialog({ name, document, pageId, layers, onClose }: PrintDialogProps) {
  const form = useId()
  const [paper, setPaper] = useState<PrintOptions['paper']>(() => (LETTER.test(locale()) ? 'letter' : 'a4'))
  const [orientation, setOrientation] = useState<PrintOptions['orientation']>('auto')
  const [isFitted, setFitted] = useState(true)
  const [percent, setPercent] = useState('100')
  const [isWhole, setWhole] = useState(false)
  const [problem, setProblem] = useState<Error>()
  const drawings = useMemo(
    () =>
      isWhole
        ? document.pages.map(({ id }) =>
            renderDiagram(document, { pageId: id, ...(id === pageId && layers && { layers }) }),
          )
        : [renderDiagram(document, { pageId, ...(layers && { layers }) })],
    [document, pageId, layers, isWhole],
  )
  const scale = Number(percent)
  const isScaleRight = isFitted || (scale >= SCALES.least && scale <= SCALES.most)
  const options: PrintOptions = { paper, orientation, scale: isFitted ? 'fit' : isScaleRight ? scale / 100 : 1 }
  const layouts = drawings.map(drawing => layoutOf(drawing, options))
  const count = layouts.reduce((sum, layout) => sum + countOf(layout), 0)
  const isPossible = isScaleRight && count <= MOST_SHEETS
  const print = () => {
    if (!isPossible) return
    printDrawings(drawings, { ...options, name }).then(onClose, (error: unknown) =>
      setProblem(new Error(t('The diagram could not be prepared for printing: {{why}}', { why: messageOf(error) }))),
    )
  }
  return (
    <Dialog
      title={t('Print')}
      width={760}
      onClose={onClose}
      footer={
        <DialogFooter onCancel={onClose} type="submit" form={form} isDisabled={!isPossible}>
          {t('Print…')}
        </DialogFooter>
      }
    >
      <div className="ox-print-choice">
        <form
          id={form}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            print()
          }}
        >
          <Select
            label={t('Sheet')}
            value={paper}
            onChange={id => setPaper(PAPERS.find(one => one.id === id)?.id ?? 'a4')}
            options={PAPERS.map(one => ({ id: one.id, label: one.name }))}
          />
          <OrientationChoice value={orientation} onChange={setOrientation} />
          {document.pages.length > 1 && <PagesChoice isWhole={isWhole} onChange={setWhole} />}
          <SizeChoice
            isFitted={isFitted}
            onFit={setFitted}
            percent={percent}
            onPercent={setPercent}
            isRight={isScaleRight}
          />
          <ErrorText error={problem} />
        </form>
        <div className="ox-print-preview">
          {drawings[0] && layouts[0] && <Preview drawing={drawings[0]} layout={layouts[0]} />}
          <SheetCount count={count} />
        </div>
      </div>
    </Dialog>
  )
}

function SheetCount({ count }: { count: number }) {
  return (
    <span role="status">
      {count > MOST_SHEETS
        ? t('{{count}} sheets: at most {{most}} are printed at once. Choose a smaller scale or larger sheets.', {
            count,
            most: MOST_SHEETS,
          })
        : t('Sheets: {{count}}', { count })}
    </span>
  )
}

function PagesChoice({ isWhole, onChange }: { isWhole: boolean; onChange: (isWhole: boolean) => void }) {
  return (
    <RadioGroup
      label={t('Pages')}
      value={isWhole ? 'all' : 'this'}
      onChange={id => onChange(id === 'all')}
      options={[
        { id: 'this', label: t('This page') },
        { id: 'all', label: t('All pages') },
      ]}
    />
  )
}

interface SizeProps {
  isFitted: boolean
  onFit: (isFitted: boolean) => void
  percent: string
  onPercent: (percent: string) => void
  isRight: boolean
}

function SizeChoice({ isFitted, onFit, percent, onPercent, isRight }: SizeProps) {
  return (
    <>
      <RadioGroup
        label={t('Size')}
        value={isFitted ? 'fit' : 'own'}
        onChange={id => onFit(id === 'fit')}
        options={[
          { id: 'fit', label: t('Fitted to one sheet') },
          { id: 'own', label: t('Scaled, over as many sheets as it takes') },
        ]}
      />
      {!isFitted && (
        <TextField
          label={t('Scale in percent')}
          inputMode="numeric"
          value={percent}
          onChange={onPercent}
          maxLength={3}
          {...(isRight ? {} : { error: t('From {{least}} to {{most}}.', SCALES) })}
        />
      )}
    </>
  )
}

interface OrientationProps {
  value: PrintOptions['orientation']
  onChange: (orientation: PrintOptions['orientation']) => void
}

function OrientationChoice({ value, onChange }: OrientationProps) {
  return (
    <RadioGroup
      label={t('Orientation')}
      value={value}
      onChange={id => onChange(id === 'portrait' || id === 'landscape' ? id : 'auto')}
      options={[
        { id: 'auto', label: t('As it fits best') },
        { id: 'portrait', label: t('Upright') },
        { id: 'landscape', label: t('Across') },
      ]}
    />
  )
}

/** The sheets of the first page, with lines where they meet. */
function Preview({ drawing, layout }: { drawing: RenderedDiagram; layout: Layout }) {
  const { columns, rows, sheet, scale } = layout
  const [width, height] = [columns * sheet.width, rows * sheet.height]
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`
  // Lines closer than these would be a grey area.
  const lines = columns * rows <= MOST_SHEETS
  return (
    <div
      className="ox-print-paper"
      style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${(260 * width) / height}px)` }}
    >
      <div
        style={{
          position: 'absolute',
          width: share(drawing.width * scale, width),
          height: share(drawing.height * scale, height),
        }}
      >
        <SvgPicture svg={drawing.svg} label={t('How the diagram lies on the sheets')} className="ox-print-picture" />
      </div>
      {lines &&
        Array.from({ length: columns - 1 }, (_, at) => <i key={`c${at}`} style={{ left: share(at + 1, columns) }} />)}
      {lines &&
        Array.from({ length: rows - 1 }, (_, at) => (
          <i key={`r${at}`} data-down style={{ top: share(at + 1, rows) }} />
        ))}
    </div>
  )
}
