import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { track } from '#platform/web/tracking.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import type { CaptchaHeaders } from '#features/captcha/web/index.ts'
import { CommentForm, postComment, save } from '#features/comments/web/index.ts'
import { createContent } from '#features/content/contract.ts'
import type { PreviewFile } from '../../contract.ts'
import css from '../Previewer.module.css'
import { NEW_PIN_HELP, type Pinning, type Point } from './usePinning.ts'

interface NewCommentProps {
  file: PreviewFile
  pinning: Pinning
  needsCaptcha: boolean
  onPosted: () => Promise<void>
}

/** Form of a comment on the file or on a point of it; opened by a button. */
export function NewComment({ file, pinning, needsCaptcha, onPosted }: NewCommentProps) {
  const { writing } = pinning
  if (!writing)
    return (
      <div className={css.newComment}>
        <button type="button" className="ox-comment-prompt" onClick={pinning.write}>
          {t('Write a comment…')}
        </button>
      </div>
    )
  if (writing.kind === 'pin' && !writing.isPlaced)
    return (
      <div className={css.newComment}>
        <p id={NEW_PIN_HELP} className={css.note}>
          {t('Click a point of the picture, or move the pin by the arrow keys and press Enter.')}
        </p>
        <Button size="small" onPress={pinning.stop}>
          {t('Cancel')}
        </Button>
      </div>
    )
  const isPin = writing.kind === 'pin'
  const send = async (storage: string, headers: CaptchaHeaders) => {
    const id = isPin
      ? await postPinned(file, storage, writing, headers)
      : await postComment(file.id, storage, { headers })
    await onPosted()
    pinning.stop()
    pinning.select(id)
  }
  return (
    <div className={css.newComment}>
      <CommentForm
        key={writing.kind}
        pageId={file.id}
        place={isPin ? 'pin' : 'new'}
        label={isPin ? t('Comment on this point') : t('Write a comment…')}
        submitLabel={t('Comment')}
        needsCaptcha={needsCaptcha}
        onSubmit={(storage, _, headers) => send(storage, headers)}
        onCancel={pinning.stop}
        onReplaced={pinning.stop}
      />
    </div>
  )
}

/** Creates a comment on a point of the shown version of a picture, and returns its id. */
async function postPinned(
  file: PreviewFile,
  storage: string,
  { x, y }: Point,
  headers: CaptchaHeaders,
): Promise<string> {
  const body = {
    type: 'comment',
    container: { id: file.id, type: 'attachment' },
    body: { storage: { value: storage, representation: 'storage' } },
    extensions: { pin: { version: file.version, x, y } },
  }
  const comment = await save(signal => call(createContent, { body }, { signal, headers }))
  track('confluence.comment.create', { contentId: file.id, isReply: false })
  return comment.id
}
