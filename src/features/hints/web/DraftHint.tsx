import { useEffect, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useLocation } from '#platform/web/router.tsx'
import { shared } from '#platform/web/shared.ts'
import { DiscoveryHint } from './hints.tsx'

const EDITOR = /^\/pages\/(?:editpage|resumedraft)\.action$/
const PAGE = /^\/(?:pages\/viewpage\.action|display\/[^/]+\/.+)$/

const DRAFT_STATUS = { pluginKey: 'com.atlassian.confluence.editor', featureKey: 'draft-status' } as const

/** Whether the editor that is left has published its draft or thrown it away. */
const isDraftGone = shared(false)

/** Tells the hint that the draft has ended: the page that comes next is not told what becomes of it. */
export function noteDraftEnd(): void {
  isDraftGone.set(true)
}

/** Says what becomes of a draft, on a page that is reached from the editor, unless the draft has ended. */
export function DraftHint() {
  const { pathname } = useLocation()
  const [way, setWay] = useState({ from: referrerPath(), to: pathname, hasDraft: true })
  if (way.to !== pathname) setWay({ from: way.to, to: pathname, hasDraft: !isDraftGone.get() })
  useEffect(() => {
    if (!EDITOR.test(pathname)) isDraftGone.set(false)
  }, [pathname])
  if (!way.hasDraft || !EDITOR.test(way.from) || !PAGE.test(pathname)) return null
  return (
    <DiscoveryHint
      key={pathname}
      {...DRAFT_STATUS}
      anchor="#editPageLink"
      title={t('Your draft is saved as you type')}
      body={t('Until you publish it, only you see it. “Edit” takes you back to it, on any computer.')}
    />
  )
}

/** The path from which this document was opened; empty for another site. */
function referrerPath(): string {
  const url = URL.parse(document.referrer)
  return url?.origin === location.origin ? url.pathname : ''
}
