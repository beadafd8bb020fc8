import RotateCcw from 'lucide-react/icons/rotate-ccw'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { imageView } from '#language/editor/index.ts'
import type { EditorTools } from '../tools.ts'
import { type Box, CORNERS, type Corner, resized, sizeAfter, turned, wholeOf, within } from './crop.ts'
import css from './crop.module.css'
import { drawPart, fileOfPart, type LoadedPicture, loadPicture } from './draw.ts'

const WIDTH = 640
/** Largest preview in px. */
const MOST_PREVIEW = { width: 560, height: 340 }

/** Crops and turns the selected picture. The result is a new file of the page, so that undo shows the old one. */
export default function CropDialog({ tools }: { tools: EditorTools }) {
  const { session } = tools
  const [picture] = useState(() => tools.selectedPicture())
  const view = imageView(String(picture?.node.attrs['source'] ?? ''))
  const loaded = useLoaded(picture && tools.pictureUrl(view))
  const [quarters, setQuarters] = useState(0)
  const [chosen, setChosen] = useState<Box>()
  const source = loaded.picture
  const size = source && sizeAfter(source, quarters)
  const box = chosen ?? (size && wholeOf(size))
  const save = useAction(async () => {
    if (!picture || !source || !box || !size) throw new Error(loaded.error ?? t('The picture cannot be loaded.'))
    const isSame = quarters === 0 && box.width === size.width && box.height === size.height
    if (!isSame) {
      const name = view.target?.kind === 'attachment' ? view.target.filename : ''
      const file = await fileOfPart(source, quarters, box, name)
      // The picture keeps its scale.
      const scale = view.width === undefined ? undefined : view.width / source.width
      const width = scale === undefined ? {} : { width: Math.max(1, Math.round(box.width * scale)) }
      void session.replacePicture(file, picture.at, width)
    }
    tools.close()
  })
  const turn = (times: number) => {
    let next = box
    if (!source || !next) return
    for (let time = 0; time < times; time++) next = turned(next, sizeAfter(source, quarters + time))
    setQuarters((quarters + times) % 4)
    setChosen(next)
  }
  return (
    <FormDialog title={t('Crop and rotate')} submitLabel={t('Save')} action={save} onClose={tools.close} width={WIDTH}>
      {loaded.error && (
        <p className={css.error} role="alert">
          {loaded.error}
        </p>
      )}
      {!source && !loaded.error && <Skeleton height={`${MOST_PREVIEW.height}px`} />}
      {source && size && box && (
        <>
          <Cropper picture={source} quarters={quarters} box={box} onChange={next => setChosen(within(next, size))} />
          <ButtonRow>
            <Button size="small" onPress={() => turn(3)}>
              <RotateCcw /> {t('Turn left')}
            </Button>
            <Button size="small" onPress={() => turn(1)}>
              <RotateCw /> {t('Turn right')}
            </Button>
            <Button size="small" variant="subtle" onPress={() => setChosen(wholeOf(size))}>
              {t('Whole picture')}
            </Button>
          </ButtonRow>
          <BoxFields box={box} onChange={next => setChosen(within(next, size))} />
        </>
      )}
      <p className={css.note}>{t('The page gets a new file. The old one stays among its files.')}</p>
    </FormDialog>
  )
}

function useLoaded(href: string | undefined): { picture?: LoadedPicture; error?: string } {
  const [state, setState] = useState<{ picture?: LoadedPicture; error?: string }>({})
  useEffect(() => {
    if (href === undefined) return
    const leaving = new AbortController()
    loadPicture(href, leaving.signal).then(
      picture => setState({ picture }),
      (failure: unknown) => {
        if (!leaving.signal.aborted) setState({ error: failure instanceof Error ? failure.message : String(failure) })
      },
    )
    return () => leaving.abort()
  }, [href])
  return state
}

interface CropperProps {
  picture: LoadedPicture
  quarters: number
  box: Box
  onChange: (box: Box) => void
}

/** The turned picture with a frame around what is kept, for the pointer; the fields below are for the keyboard. */
function Cropper({ picture, quarters, box, onChange }: CropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = sizeAfter(picture, quarters)
  const scale = Math.min(1, MOST_PREVIEW.width / size.width, MOST_PREVIEW.height / size.height)
  useLayoutEffect(() => {
    if (canvas.current) drawPart(canvas.current, picture, quarters, wholeOf(sizeAfter(picture, quarters)))
  }, [picture, quarters])
  const drag = (down: PointerEvent<HTMLElement>, corner: Corner | undefined) => {
    down.preventDefault()
    down.stopPropagation()
    const handle = down.currentTarget
    handle.setPointerCapture(down.pointerId)
    // The picture may be narrower than planned.
    const shown = (canvas.current?.getBoundingClientRect().width ?? 0) / size.width || scale
    const move = (event: globalThis.PointerEvent) => {
      const x = (event.clientX - down.clientX) / shown
      const y = (event.clientY - down.clientY) / shown
      onChange(corner ? resized(box, corner, x, y, size) : { ...box, x: box.x + x, y: box.y + y })
    }
    const end = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', end)
      handle.removeEventListener('pointercancel', end)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
  }
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <div className={css.stage}>
      <div className={css.picture}>
        <canvas
          ref={canvas}
          key={quarters}
          width={Math.round(size.width * scale)}
          height={Math.round(size.height * scale)}
          role="img"
          aria-label={t('Picture')}
        />
        <div
          className={css.box}
          style={{
            left: percent(box.x, size.width),
            top: percent(box.y, size.height),
            width: percent(box.width, size.width),
            height: percent(box.height, size.height),
          }}
          onPointerDown={event => drag(event, undefined)}
        >
          {CORNERS.map(corner => (
            <span
              key={corner}
              className={css.corner}
              data-corner={corner}
              onPointerDown={event => drag(event, corner)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

const FIELDS = [
  ['x', 'From the left'],
  ['y', 'From the top'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const

function BoxFields({ box, onChange }: { box: Box; onChange: (box: Box) => void }) {
  return (
    <div className={css.fields}>
      {FIELDS.map(([name, label]) => (
        <BoxField
          key={`${name} ${box[name]}`}
          label={t(label)}
          value={box[name]}
          onChange={value => onChange({ ...box, [name]: value })}
        />
      ))}
    </div>
  )
}

/** Field that takes effect when it is left. */
function BoxField({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const [written, setWritten] = useState(String(value))
  const store = () => {
    if (/^\d{1,5}$/.test(written)) onChange(Number(written))
    else setWritten(String(value))
  }
  return (
    <TextField
      label={label}
      inputMode="numeric"
      value={written}
      onChange={setWritten}
      maxLength={5}
      onBlur={store}
      onKeyDown={event => {
        if (event.key === 'Enter') store()
      }}
    />
  )
}
