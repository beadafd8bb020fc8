import { useEffect, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import { diagramPermission } from '#features/diagrams/contract.ts'
import type { EmbedRequest } from '#features/diagrams/web/index.ts'
import { SAVE_FIRST } from '../shared.ts'
import { EmbedPanel } from './EmbedPanel.tsx'
import css from './embed.module.css'

/** Of the dialog, px. */
const SIZE = { width: 540, height: 400 } as const
const ERROR_SIZE = { width: 340, height: 190 } as const
/** Twice its radius. */
const SPINNER = 100

export interface EmbedDialogProps {
  request: EmbedRequest
  onClose: () => void
}

/** Links that show a diagram elsewhere, for who may edit it; for others, and for what is not saved, says so. */
export default function EmbedDialog({ request, onClose }: EmbedDialogProps) {
  const attachmentId = useEditableAttachment(request)
  if (attachmentId === null) {
    return (
      <Dialog
        {...ERROR_SIZE}
        id="embed-diagram-error"
        title={t('Embed Diagram')}
        onClose={onClose}
        footer={
          <ButtonRow align="end">
            <Button onPress={onClose}>{t('Close')}</Button>
          </ButtonRow>
        }
      >
        <p className={css.error} role="alert">
          {t(SAVE_FIRST)}
        </p>
      </Dialog>
    )
  }
  if (attachmentId === undefined) {
    return (
      <Dialog {...SIZE} id="embed-diagram" title={t('Embed Diagram')} onClose={onClose}>
        <div className={css.waiting}>
          <Spinner size={SPINNER} />
        </div>
      </Dialog>
    )
  }
  return <EmbedPanel {...SIZE} request={request} attachmentId={attachmentId} onClose={onClose} />
}

/** The attachment of a diagram that one may edit; undefined until that is known, null where it is not so. */
function useEditableAttachment({ ownerPageId, name }: EmbedRequest): string | null | undefined {
  const [found, setFound] = useState<string | null | undefined>(name === undefined ? null : undefined)
  useEffect(() => {
    if (name === undefined) return undefined
    let isOver = false
    const know = (attachmentId: string | null) => {
      if (!isOver) setFound(attachmentId)
    }
    call(diagramPermission, { params: { pageId: ownerPageId, diagram: name } }, { signInOn401: false }).then(
      answer => know(answer.attachmentId),
      () => know(null),
    )
    return () => {
      isOver = true
    }
  }, [ownerPageId, name])
  return found
}
