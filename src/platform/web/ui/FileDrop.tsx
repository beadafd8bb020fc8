import Upload from 'lucide-react/icons/upload'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import css from './FileDrop.module.css'

export interface FileDropProps {
  onFiles: (files: File[]) => void
  /** Default true. */
  isMultiple?: boolean
  /** As in `<input accept>`. */
  accept?: string
  /** Hint, e.g. "Up to 100 MB each". */
  hint?: ReactNode
  isDisabled?: boolean
}

/** File input by drop, chooser or paste. */
export function FileDrop({ onFiles, isMultiple = true, accept, hint, isDisabled }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !isDisabled) onFiles(isMultiple ? files : files.slice(0, 1))
  }
  const drag = (inside: boolean) => (event: DragEvent) => {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(inside)
  }
  return (
    // The chooser covers the keyboard; drop and paste are shortcuts.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      className={css.drop}
      htmlFor={id}
      data-over={over || undefined}
      data-disabled={isDisabled || undefined}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={event => {
        drag(false)(event)
        take(event.dataTransfer.files)
      }}
      onPaste={event => take(event.clipboardData.files)}
    >
      <Upload size={20} />
      <span>
        {isMultiple ? t('Drop files here, or') : t('Drop a file here, or')} <u>{t('choose from your computer')}</u>
      </span>
      {hint && <small>{hint}</small>}
      <input
        ref={input}
        id={id}
        className="ox-visually-hidden"
        type="file"
        multiple={isMultiple}
        accept={accept}
        disabled={isDisabled}
        onChange={event => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
    </label>
  )
}
