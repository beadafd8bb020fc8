import type { UseQueryResult } from '@tanstack/react-query'
import CircleHelp from 'lucide-react/icons/circle-help'
import X from 'lucide-react/icons/x'
import { type MouseEvent, useEffect } from 'react'
import { t } from '#platform/web/i18n.ts'
import { track } from '#platform/web/tracking.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Lozenge, type Tone } from '#platform/web/ui/Lozenge.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { openApproval } from '#features/linked-apps/web/index.ts'
import type { JiraGroup, JiraItem, JiraMetadata } from '../contract.ts'
import { type GroupType, redirectPath } from '../shared.ts'
import css from './jira-links.module.css'

/** Event of a panel that has nothing to show. */
const NO_METADATA = 'confluence.jira.metadata.error.no-metadata'

interface PanelProps {
  metadata: UseQueryResult<JiraMetadata>
  pageId: string
  onClose: () => void
}

/** The panel: what is loading, what there is, or why there is nothing. */
export function PanelContent({ metadata: { data, isError, isFetching }, pageId, onClose }: PanelProps) {
  const isLoading = isFetching || (!data && !isError)
  return (
    <div className={css.panel} id="jira-metadata-dialog" aria-busy={isLoading}>
      <div className={css.head}>
        <h2 className={css.title}>{t('Jira links')}</h2>
        <IconButton label={t('Close this dialog')} size="small" onPress={onClose}>
          <X />
        </IconButton>
      </div>
      {isLoading && (
        <>
          <p className="ox-visually-hidden" role="status">
            {t('Jira is asked…')}
          </p>
          <SkeletonText lines={4} />
        </>
      )}
      {!isLoading && data && <Metadata data={data} pageId={pageId} />}
      {!isLoading && !data && (
        <Banner tone="warning">{t('Unable to retrieve Jira metadata. Could not connect to Confluence')}</Banner>
      )}
    </div>
  )
}

function Metadata({ data, pageId }: { data: JiraMetadata; pageId: string }) {
  const { groups, unauthorisedAppLinks, errors } = data
  const isEmpty = groups.length + unauthorisedAppLinks.length + errors.length === 0
  useEffect(() => {
    if (isEmpty) track(NO_METADATA, { contentId: pageId })
  }, [isEmpty, pageId])
  if (isEmpty) {
    return (
      <Banner tone="warning">
        {t(
          'Jira links cannot be displayed. Either you do not have correct Jira permissions or the links have been removed.',
        )}
      </Banner>
    )
  }
  return (
    <>
      {groups.map(group => (
        <Group key={group.type} group={group} />
      ))}
      <Approvals links={unauthorisedAppLinks} />
      <Errors errors={errors} />
    </>
  )
}

function Group({ group: { type, items, links } }: { group: JiraGroup }) {
  const headings: Record<GroupType, string> = {
    ISSUES: t('Issues'),
    SPRINTS: t('Sprints'),
    VERSIONS: t('Versions'),
    EPICS: t('Epics'),
  }
  const hasStatus = type === 'ISSUES' || type === 'EPICS'
  return (
    <section aria-label={headings[type]}>
      <h3 className={css.heading}>{headings[type]}</h3>
      <ul className={css.list}>
        {items.map(item => (
          <li key={item.url}>
            <span className={css.line}>
              <a href={redirectPath(item.url, type)}>{item.name}</a>
              {hasStatus && <Status status={item.status} />}
            </span>
            {item.description !== '' && <span className={css.description}>{item.description}</span>}
          </li>
        ))}
        {links.map(({ url, numItems, appName }) => (
          <li key={url}>
            <a href={redirectPath(url, type, true)}>
              {t('View {{number}} more in {{name}}', { number: numItems, name: appName })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** By the colours that Jira gives its categories of statuses. */
const TONES: Readonly<Record<string, Tone>> = { yellow: 'info', 'blue-gray': 'neutral', green: 'success' }

function Status({ status }: { status: JiraItem['status'] }) {
  if (!status) {
    const words = t('No issue status information was provided')
    return (
      <span className={css.unknown} role="img" aria-label={words} title={words}>
        <CircleHelp />
      </span>
    )
  }
  return (
    <span title={status.description}>
      <Lozenge tone={TONES[status.statusCategory?.colorName ?? ''] ?? 'neutral'}>{status.name}</Lozenge>
    </span>
  )
}

function Approvals({ links }: { links: JiraMetadata['unauthorisedAppLinks'] }) {
  const [first, ...others] = links
  if (!first) return null
  if (others.length === 0) {
    return (
      <p className={css.approvals}>
        <ApprovalLink href={first.authorisationUrl}>{t('Login & Approve')}</ApprovalLink>{' '}
        {t('to retrieve data from {{name}}', { name: first.name })}
      </p>
    )
  }
  return (
    <div className={css.approvals}>
      <p>{t('Authenticate to retrieve data from the following instances:')}</p>
      <ul className={css.list}>
        {links.map(({ authorisationUrl, name }) => (
          <li key={authorisationUrl}>
            <ApprovalLink href={authorisationUrl}>{name}</ApprovalLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Opens a window that closes when the user has approved or refused; where that is blocked, a tab. */
function ApprovalLink({ href, children }: { href: string; children: string }) {
  const open = (event: MouseEvent) => {
    if (openApproval(href)) event.preventDefault()
  }
  return (
    <a href={href} target="_blank" rel="noreferrer" onClick={open}>
      {children}
    </a>
  )
}

function Errors({ errors }: { errors: JiraMetadata['errors'] }) {
  const [first, ...others] = errors
  if (!first) return null
  if (others.length === 0)
    return <Banner tone="warning">{`${t('Unable to retrieve Jira metadata.')} ${first.errorMessage}`}</Banner>
  return (
    <Banner tone="warning">
      <p className={css.words}>{t('Unable to retrieve Jira metadata. The following errors occurred:')}</p>
      <ul>
        {errors.map(({ errorMessage }) => (
          <li key={errorMessage}>{errorMessage}</li>
        ))}
      </ul>
    </Banner>
  )
}
