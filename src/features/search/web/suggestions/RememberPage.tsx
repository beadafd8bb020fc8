import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pageData } from '#platform/web/session.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { rememberPage } from './recent.ts'

/** Keeps the page that is shown among the recently opened ones. Draws nothing. */
export function RememberPage({ contentId }: { contentId: string }) {
  const { data } = useQuery(pageViewOptions(contentId))
  useEffect(() => {
    if (data) rememberPage(pageData().user?.userKey ?? '', { title: data.title, url: data.url, space: data.space.name })
  }, [data])
  return null
}
