import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useId, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import { Button } from './Button.tsx'
import css from './CopyField.module.css'

/** Read-only text to copy: selected on focus, copied by a button. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      // Insecure contexts have no clipboard API: select for Ctrl+C.
      input.current?.select()
      return
    }
    setCopied(true)
  }
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.row}>
        <input ref={input} id={id} readOnly value={value} onFocus={event => event.target.select()} />
        <Button onPress={() => void copy()} icon={copied ? <Check /> : <Copy />}>
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </div>
      <span role="status" className="ox-visually-hidden">
        {copied ? t('Copied') : ''}
      </span>
    </div>
  )
}
