import { useId, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import type { ImageSelectionParameters, SelectableImage } from './image-selection.ts'
import css from './versions.module.css'

export default function ImageSelectionView({
  headerText,
  promptText,
  images,
  selected,
  onComplete,
  onClose,
}: ImageSelectionParameters & { onClose: () => void }) {
  const [chosen, setChosen] = useState(selected)
  const id = useId()
  return (
    <Dialog
      title={headerText}
      width={600}
      height={380}
      onClose={onClose}
      footer={
        <DialogFooter
          onCancel={onClose}
          onPress={() => {
            onClose()
            onComplete(chosen)
          }}
        >
          {t('Select')}
        </DialogFooter>
      }
    >
      <p id={id}>{promptText}</p>
      <div role="radiogroup" aria-labelledby={id} className={css.images}>
        {images.map((image, index) => (
          <label key={image.caption} className={css.image}>
            <Picture {...image} />
            <span>
              <input type="radio" name={id} checked={index === chosen} onChange={() => setChosen(index)} />{' '}
              {image.caption}
            </span>
          </label>
        ))}
      </div>
    </Dialog>
  )
}

function Picture({ src, fallback }: SelectableImage) {
  const [isBroken, setBroken] = useState(false)
  return <img src={isBroken ? fallback : src} alt="" onError={() => setBroken(true)} />
}
