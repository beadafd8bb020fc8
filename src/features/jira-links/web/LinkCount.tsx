import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { track } from '#platform/web/tracking.ts'
import { Popover } from '#platform/web/ui/Popover.tsx'
import { discover, DiscoveryHint } from '#features/hints/web/index.ts'
import { useApproval } from '#features/linked-apps/web/index.ts'
import { getAggregate, getMetadata, type JiraAggregate } from '../contract.ts'
import css from './jira-links.module.css'
import { PanelContent } from './PanelContent.tsx'

/** Event of opening the panel. */
const EXPANDED = 'confluence.jira.metadata.expanded'
/** Session storage: page whose panel opens when it is loaded. */
const OPEN_AFTER_RELOAD = 'oxbow.jira-links.open'
const COUNT_ID = 'content-metadata-jira'
const HINT = {
  pluginKey: 'com.atlassian.confluence.plugins.confluence-jira-metadata',
  featureKey: 'linked-issues-dropdown',
} as const

/** How many things in Jira the page is linked with, and the panel that lists them. */
export default function LinkCount({ pageId }: { pageId: string }) {
  const invalidate = useInvalidate()
  // After an approval the page is reloaded with the panel as it was.
  const [isOpen, setOpen] = useState(() => sessionStorage.getItem(OPEN_AFTER_RELOAD) === pageId)
  const [wasOpened, setOpened] = useState(isOpen)
  useEffect(() => sessionStorage.removeItem(OPEN_AFTER_RELOAD), [])
  const args = { query: { pageId } }
  const { data: aggregate } = useEndpoint(getAggregate, args)
  // Fetched once, however often the panel is opened.
  const metadata = useEndpoint(getMetadata, args, { enabled: isOpen, staleTime: Number.POSITIVE_INFINITY })
  useApproval({
    refresh: () => void invalidate(getAggregate, getMetadata),
    beforeReload: () => sessionStorage.setItem(OPEN_AFTER_RELOAD, pageId),
  })
  const known: JiraAggregate | undefined = metadata.data ?? aggregate
  if (!wasOpened && (!known || (known.count === 0 && !known.incomplete))) return null
  const change = (open: boolean) => {
    setOpen(open)
    if (!open) return
    track(EXPANDED, { contentId: pageId })
    void discover(HINT)
    setOpened(true)
  }
  return (
    <span className="ox-byline-item">
      <Popover
        trigger={
          <Button id={COUNT_ID} className={css.count}>
            {labelOf(known)}
          </Button>
        }
        label={t('Jira links')}
        width={400}
        isSheet
        isOpen={isOpen}
        onOpenChange={change}
      >
        {close => <PanelContent metadata={metadata} pageId={pageId} onClose={close} />}
      </Popover>
      {!wasOpened && (
        <DiscoveryHint
          {...HINT}
          anchor={`#${COUNT_ID}`}
          title={t('View related Jira items here')}
          body={t('Now you can see which epics, sprints, versions and issues relate to this page.')}
          showMe={() => change(true)}
        />
      )}
    </span>
  )
}

/** A number that is known to be too small is not given where it is 0. */
function labelOf(known: JiraAggregate | undefined): string {
  if (!known || (known.count === 0 && known.incomplete)) return t('Jira links')
  return t('{{count}} Jira links', { count: known.count })
}
