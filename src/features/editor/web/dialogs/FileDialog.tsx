import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { FileDrop } from '#platform/web/ui/FileDrop.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { type ImageChange, safeImage } from '#language/editor/index.ts'
import { listAttachments } from '#features/attachments/contract.ts'
import { insertUrlImage } from '../toolbar/commands.ts'
import type { EditorTools } from '../tools.ts'
import { DropTip } from './DropTip.tsx'

interface FileDialogProps {
  tools: EditorTools
  /** Whether the picture takes the place of the selected one. */
  isReplacing?: boolean
}

/** Inserts a picture or file from the device, the page, or an address. */
export default function FileDialog({ tools, isReplacing = false }: FileDialogProps) {
  const { editor, session } = tools
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  const { data } = useEndpoint(listAttachments, { params: { id: session.view.id }, query: { limit: 100 } })
  const upload = (files: readonly File[]) => {
    const at = editor.state.selection.from
    tools.close()
    if (isReplacing && files[0]) void session.replacePicture(files[0], at)
    else void session.insertFiles(files, at)
  }
  const replace = (target: NonNullable<ImageChange['target']>) =>
    tools.changePicture(editor.state.selection.from, { target })
  const choose = (filename: string, mediaType: string) => {
    tools.close()
    if (isReplacing) replace({ kind: 'attachment', filename, pageId: session.filesPageId })
    else editor.chain().focus().insertContent(session.nodeFor(filename, mediaType)).run()
  }
  const fromAddress = () => {
    const url = safeImage(address)
    if (!url || !/^https?:\/\//i.test(url)) {
      setError(t('Write the address of a picture, such as https://example.com/picture.png'))
      return
    }
    tools.close()
    if (isReplacing) replace({ kind: 'url', url })
    else insertUrlImage(editor, url)
  }
  const files = (data?.results ?? []).filter(({ metadata }) => !isReplacing || metadata.mediaType.startsWith('image/'))
  return (
    <Dialog
      title={isReplacing ? t('Replace picture') : t('Picture or file')}
      onClose={tools.close}
      footer={
        <ButtonRow align="end">
          <Button onPress={tools.close}>{t('Cancel')}</Button>
        </ButtonRow>
      }
    >
      <div className="ox-dialog-form">
        {session.view.canAttach && !isReplacing && <DropTip />}
        {session.view.canAttach && (
          <FileDrop onFiles={upload} isMultiple={!isReplacing} {...(isReplacing ? { accept: 'image/*' } : {})} />
        )}
        {files.length > 0 && (
          <section aria-label={t('Files of this page')}>
            <h3 className="ox-dialog-heading">{t('Files of this page')}</h3>
            <ul className="ox-file-list">
              {files.map(({ id, title, metadata }) => (
                <li key={id}>
                  <Button variant="subtle" size="small" onPress={() => choose(title, metadata.mediaType)}>
                    {title}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <form
          className="ox-dialog-line"
          onSubmit={event => {
            event.preventDefault()
            fromAddress()
          }}
        >
          <TextField
            label={t('Picture from an address')}
            type="url"
            value={address}
            onChange={setAddress}
            placeholder="https://"
            {...(error ? { error } : {})}
          />
          <Button onPress={fromAddress}>{isReplacing ? t('Replace') : t('Insert')}</Button>
        </form>
      </div>
    </Dialog>
  )
}
