import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useLocation } from '#platform/web/router.tsx'
import { DiscoveryHint } from './hints.tsx'

const EDITOR = /^\/pages\/(?:editpage|resumedraft)\.action$/
const PAGE = /^\/(?:pages\/viewpage\.action|display\/[^/]+\/.+)$/

const DRAFT_STATUS = { pluginKey: 'com.atlassian.confluence.editor', featureKey: 'draft-status' } as const

/** Says what becomes of a draft, on a page that is reached from the editor. */
export function DraftHint() {
  const { pathname } = useLocation()
  const [way, setWay] = useState({ from: referrerPath(), to: pathname })
  if (way.to !== pathname) setWay({ from: way.to, to: pathname })
  if (!EDITOR.test(way.from) || !PAGE.test(pathname)) return null
  return (
    <DiscoveryHint
      key={pathname}
      {...DRAFT_STATUS}
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
