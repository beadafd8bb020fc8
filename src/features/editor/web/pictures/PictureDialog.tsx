import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { type ImageChange, type ImagePlacement, type ImageView, imageView } from '#language/editor/index.ts'
import type { EditorTools } from '../tools.ts'

/** Edits all properties of the selected picture. */
export default function PictureDialog({ tools }: { tools: EditorTools }) {
  const [picture] = useState(() => tools.selectedPicture())
  if (!picture) return null
  const store = (change: ImageChange) => {
    tools.close()
    tools.changePicture(picture.at, change)
  }
  return (
    <PictureForm
      before={imageView(String(picture.node.attrs['source']))}
      field={tools.pictureField}
      onStore={store}
      onClose={tools.close}
    />
  )
}

interface PictureFormProps {
  before: ImageView
  field: EditorTools['pictureField']
  onStore: (change: ImageChange) => void
  onClose: () => void
}

const IN_LINE = 'inline'
const CAPTION = 'caption'

function PictureForm({ before, field, onStore, onClose }: PictureFormProps) {
  const [alt, setAlt] = useState(before.alt)
  const [caption, setCaption] = useState(before.caption)
  const [width, setWidth] = useState(String(before.width ?? ''))
  const [placement, setPlacement] = useState<string>(before.placement ?? IN_LINE)
  const [hasBorder, setBorder] = useState(before.hasBorder)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The dialog focuses its first field.
    if (field === CAPTION) form.current?.querySelector<HTMLInputElement>(`[name=${CAPTION}]`)?.focus()
  }, [field])
  const isWrong = width !== '' && !/^[1-9]\d{0,4}$/.test(width)
  const apply = () => {
    if (isWrong) return
    onStore({
      ...(alt === before.alt ? {} : { alt }),
      ...(caption.trim() === before.caption ? {} : { caption: caption.trim() }),
      ...(width === String(before.width ?? '') ? {} : { width: width === '' ? undefined : Number(width) }),
      ...(placement === (before.placement ?? IN_LINE)
        ? {}
        : { placement: placement === IN_LINE ? undefined : (placement as ImagePlacement) }),
      ...(hasBorder === before.hasBorder ? {} : { hasBorder }),
    })
  }
  return (
    <Dialog
      title={t('Picture options')}
      width={420}
      onClose={onClose}
      footer={
        <DialogFooter onCancel={onClose} onPress={apply}>
          {t('Apply')}
        </DialogFooter>
      }
    >
      <form
        ref={form}
        className="ox-dialog-form"
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        <TextField
          label={t('Description')}
          value={alt}
          onChange={setAlt}
          maxLength={500}
          description={t('For those who cannot see the picture.')}
        />
        {!before.isHtml && (
          <TextField
            label={t('Caption')}
            value={caption}
            onChange={setCaption}
            maxLength={1000}
            name={CAPTION}
            {...(before.isCaptionFormatted
              ? { description: t('A change removes the links and formatting of the caption.') }
              : {})}
          />
        )}
        <TextField
          label={t('Width in pixels')}
          value={width}
          onChange={setWidth}
          {...(isWrong ? { error: t('Write a number, or nothing for the own width') } : {})}
        />
        {!before.isHtml && (
          <PlaceFields placement={placement} onPlace={setPlacement} hasBorder={hasBorder} onBorder={setBorder} />
        )}
        {/* Implicit submission by Enter needs a button when a form has several fields. */}
        <button type="submit" hidden aria-label={t('Apply')} />
      </form>
    </Dialog>
  )
}

interface PlaceFieldsProps {
  placement: string
  onPlace: (placement: string) => void
  hasBorder: boolean
  onBorder: (hasBorder: boolean) => void
}

function PlaceFields({ placement, onPlace, hasBorder, onBorder }: PlaceFieldsProps) {
  return (
    <>
      <Select
        label={t('Place')}
        value={placement}
        onChange={value => onPlace(value ?? IN_LINE)}
        options={[
          { id: IN_LINE, label: t('In the line') },
          { id: 'left', label: t('Left') },
          { id: 'center', label: t('Centre') },
          { id: 'right', label: t('Right') },
          { id: 'wrapLeft', label: t('Left, text around it') },
          { id: 'wrapRight', label: t('Right, text around it') },
        ]}
      />
      <Checkbox isSelected={hasBorder} onChange={onBorder}>
        {t('Border')}
      </Checkbox>
    </>
  )
}
