import { useEffect, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import type { Link } from '#diagrams/model/document.ts'
import { useHost, type FoundPage } from '../../frame/host.ts'

/** Description of a link's target; undefined while its page's title loads. Forbidden pages stay unnamed. */
export function useLinkTarget(link: Link | undefined): string | undefined {
  const { findPage } = useHost()
  const contentId = link?.kind === 'page' ? link.contentId : null
  const [found, setFound] = useState<{ contentId: string; page: FoundPage | null | Error }>()
  useEffect(() => {
    if (contentId === null) return
    let isWanted = true
    findPage(contentId).then(
      page => isWanted && setFound({ contentId, page }),
      (failure: unknown) =>
        isWanted && setFound({ contentId, page: failure instanceof Error ? failure : new Error(String(failure)) }),
    )
    return () => {
      isWanted = false
    }
  }, [contentId, findPage])
  switch (link?.kind) {
    case undefined:
      return undefined
    case 'url':
      return link.href
    case 'attachment':
      return link.name
    case 'page':
      return found?.contentId === link.contentId ? sayPage(found.page, link.contentId) : undefined
  }
}

function sayPage(page: FoundPage | null | Error, contentId: string): string {
  // A failed request does not mean that it is gone.
  if (page instanceof Error) return t('Page with the number {{number}}', { number: contentId })
  if (!page) return t('A page that is gone, or that you may not see')
  return page.spaceName === '' ? page.title : t('{{page}} in {{space}}', { page: page.title, space: page.spaceName })
}
