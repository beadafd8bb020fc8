import { useEffect } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { track } from '#platform/web/tracking.ts'
import type { CaptchaHeaders } from '#features/captcha/web/index.ts'
import { CommentForm } from '#features/comments/web/index.ts'
import { createInline } from '../contract.ts'
import { ADD_INLINE_COMMENT } from '../shared.ts'
import { type Opened, opened } from './state.ts'
import { useInlinePart, useRefresh } from './useInlinePart.ts'

interface NewThreadProps {
  now: Extract<Opened, { kind: 'new' }>
  onClose: () => void
}

/** Form of a comment on selected text, which stays marked meanwhile. */
export function NewThread({ now: { pageId, range, found }, onClose }: NewThreadProps) {
  const { view, needsCaptcha } = useInlinePart(pageId)
  const refresh = useRefresh()
  useEffect(() => {
    CSS.highlights.set('ox-selected-text', new Highlight(range))
    return () => void CSS.highlights.delete('ox-selected-text')
  }, [range])
  const submit = async (body: string, headers: CaptchaHeaders) => {
    const { id } = await call(
      createInline,
      {
        body: {
          containerId: pageId,
          ...(view ? { containerVersion: view.version } : {}),
          parentCommentId: '0',
          originalSelection: found.text,
          matchIndex: found.index,
          numMatches: found.numMatches,
          serializedHighlights: JSON.stringify(found.pieces.map(piece => [piece, '', 0, piece.length])),
          body,
        },
      },
      { headers },
    )
    track('confluence.inline-comment.create', { contentId: pageId })
    await refresh()
    opened.set({ pageId, kind: 'thread', id: String(id) })
  }
  return (
    <>
      <blockquote className="ox-inline-words">{found.text}</blockquote>
      <CommentForm
        pageId={pageId}
        place="inline"
        needsCaptcha={needsCaptcha}
        label={t(ADD_INLINE_COMMENT.label)}
        submitLabel={t('Comment')}
        onSubmit={(storage, _, headers) => submit(storage, headers)}
        onCancel={onClose}
        onReplaced={onClose}
      />
    </>
  )
}
