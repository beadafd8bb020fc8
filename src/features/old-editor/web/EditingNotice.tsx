import { useQuery } from '@tanstack/react-query'
import { t } from '#platform/web/i18n.ts'
import { useLocation } from '#platform/web/router.tsx'
import { pageViewOptions } from '#features/content/web/index.ts'
import { editingMessage } from '../editing-messages.ts'

/** Notice above a page that could not be edited. */
export function EditingNotice({ pageId }: { pageId: string }) {
  const { search } = useLocation()
  const { data: view } = useQuery(pageViewOptions(pageId))
  const message = view && editingMessage(Object.fromEntries(new URLSearchParams(search)), view.type)
  if (!message) return null
  return (
    <div className="ox-page-notice" data-tone={message.tone} role="status">
      <p>
        <strong>{t(message.title)}</strong> {t(message.text, { ...message.values })}
      </p>
    </div>
  )
}
