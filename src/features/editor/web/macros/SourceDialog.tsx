import './macros.css'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { TextArea } from '#platform/web/ui/TextField.tsx'
import { StorageSyntaxError } from '#language/parse.ts'
import type { EditorTools } from '../tools.ts'
import { placeOf, replaceSource, sourceAt } from './opening.ts'
import { usePlace } from './usePlace.ts'

/** Edits the storage format of a block. */
export default function SourceDialog({ tools }: { tools: EditorTools }) {
  const [opening] = useState(tools.macro)
  const place = usePlace(tools, placeOf(opening))
  const [before] = useState(() => sourceAt(tools.editor, placeOf(opening) ?? 0))
  const [source, setSource] = useState(before)
  const [error, setError] = useState<string>()
  if (placeOf(opening) === undefined) return null
  const apply = () => {
    const at = place.current ?? 0
    try {
      // Another one wrote before it, or took it away.
      if (sourceAt(tools.editor, at) !== before)
        return setError(t('The block has changed meanwhile. Copy your text, close this dialog and open it again.'))
      if (source !== before) replaceSource(tools, at, source)
      tools.close()
    } catch (failure) {
      if (!(failure instanceof StorageSyntaxError)) throw failure
      const { reason, line, column } = failure
      setError(t('Line {{line}}, column {{column}}: {{reason}}.', { line, column, reason }))
    }
  }
  return (
    <Dialog
      title={t('Edit source')}
      width={760}
      focusesField
      isDismissable={false}
      onClose={tools.close}
      footer={
        <DialogFooter onCancel={tools.close} onPress={apply}>
          {t('Apply')}
        </DialogFooter>
      }
    >
      <div className="ox-dialog-form ox-macro-source">
        <TextArea
          label={t('Storage format')}
          rows={16}
          spellCheck="false"
          value={source}
          onChange={next => {
            setSource(next)
            setError(undefined)
          }}
          {...(error ? { error } : {})}
        />
      </div>
    </Dialog>
  )
}
