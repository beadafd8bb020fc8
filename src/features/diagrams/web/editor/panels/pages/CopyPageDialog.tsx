import { useId, useState } from 'react'
import { messageOf } from '#platform/message-of.ts'
import { t } from '#platform/web/i18n.ts'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import type { DiagramPage } from '#diagrams/model/document.ts'
import { useHost } from '../../services/host.ts'
import { FoundDiagrams } from '../link/FoundDiagrams.tsx'

interface CopyPageDialogProps {
  page: DiagramPage
  onClose: () => void
}

/** Copies a page, as it is drawn, into another stored diagram, found by words. */
export function CopyPageDialog({ page, onClose }: CopyPageDialogProps) {
  const form = useId()
  const { copyPage } = useHost()
  const [words, setWords] = useState('')
  const [target, setTarget] = useState<string>()
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)
  const query = useDebounced(words.trim(), 200)
  const copy = async () => {
    if (target === undefined) return setError(t('Choose the diagram that the page is copied into.'))
    setPending(true)
    try {
      const { name, url } = await copyPage(page.id, target)
      showToast({
        kind: 'success',
        title: t('Page “{{page}}” was copied into the diagram “{{name}}”', { page: page.name, name }),
        action: { label: t('Show'), run: () => void open(url, '_blank', 'noopener') },
      })
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={t('Copy page “{{name}}” into a diagram', { name: page.name })}
      width={520}
      height={520}
      isDismissable={false}
      onClose={onClose}
      footer={
        <DialogFooter onCancel={onClose} type="submit" form={form} isPending={isPending}>
          {t('Copy page')}
        </DialogFooter>
      }
    >
      <form
        id={form}
        className="ox-de-link-tab"
        onSubmit={event => {
          event.preventDefault()
          void copy()
        }}
      >
        <SearchField label={t('Find a diagram by its name or page')} value={words} onChange={setWords} />
        {error !== undefined && (
          <p className="ox-de-link-error" role="alert">
            {error}
          </p>
        )}
        <FoundDiagrams
          words={query}
          chosen={target}
          onChoose={contentId => {
            setTarget(contentId)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
