import type { ReactNode } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { useEndpoint, usePages } from '#platform/web/query.ts'
import { CopyField } from '#platform/web/ui/CopyField.tsx'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { getPageHead, getPageInformation, listLinks, type PageHead, type PageInformation } from '../../contract.ts'
import { historyPath } from '../../tools.ts'
import { PersonNameView } from '../../view/PersonNameView.tsx'
import { pageIdIn } from '../tool-route.ts'
import { ToolFrame } from '../ToolFrame.tsx'

/** What is known of a page, and what it is linked with. */
export default function InformationScreen({ search }: ScreenProps) {
  const { data: head } = useEndpoint(getPageHead, { params: { id: pageIdIn(search) } })
  const { data: information, error } = useEndpoint(getPageInformation, { params: { id: head?.id ?? '' } }, { enabled: head !== undefined })
  if (!head) return null
  return (
    <ToolFrame head={head} title={t('Page information')} tool="information">
      <div className="ox-info">
        {error && <p className="ox-error" role="alert">{error.message}</p>}
        {information ? <Facts head={head} information={information} /> : <SkeletonText lines={8} />}
        <Links id={head.id} direction="incoming" title={t('Incoming links')} none={t('No page links here.')} />
        <Links id={head.id} direction="outgoing" title={t('Outgoing links')} none={t('This page links nowhere.')} />
      </div>
    </ToolFrame>
  )
}

function Facts({ head, information }: { head: PageHead; information: PageInformation }) {
  const reader = useReader()
  const parent = head.ancestors.at(-1)
  return (
    <>
      <Part title={t('Details')}>
        <dl className="ox-info-facts">
          <Fact label={t('Title')}>{head.title}</Fact>
          <Fact label={t('Space')}>
            <a href={head.space.url}>{head.space.name}</a>
          </Fact>
          <Fact label={t('Created')}>
            <PersonNameView person={information.createdBy} reader={reader} /> <TimeView at={information.createdAt} reader={reader} />
          </Fact>
          <Fact label={t('Last changed')}>
            <PersonNameView person={information.updatedBy} reader={reader} /> <TimeView at={information.updatedAt} reader={reader} />
          </Fact>
          <Fact label={t('Versions')}>
            <a href={historyPath(head.id)}>{information.versions}</a>
          </Fact>
          {information.contributors.length > 1 && (
            <Fact label={t('Contributors')}>
              <ul className="ox-info-people">
                {information.contributors.map(({ person, versions }) => (
                  <li key={person?.userKey ?? ''}>
                    <PersonNameView person={person} reader={reader} /> <span className="ox-hint">{versions}</span>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
          <Fact label={t('Page ID')}>{head.id}</Fact>
        </dl>
        <div className="ox-info-link">
          <CopyField label={t('Tiny link')} value={new URL(head.tinyUrl, location.href).href} />
        </div>
      </Part>
      <Part title={t('Labels')}>
        {information.labels.length === 0 ? (
          <p className="ox-hint">{t('No labels')}</p>
        ) : (
          <ul className="ox-labels">
            {information.labels.map(label => (
              <li key={label.id}>
                <a className="ox-label" href={`/dosearchsite.action?cql=${encodeURIComponent(`label = "${label.label}"`)}`}>
                  {label.label}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t('Restrictions')}>
        <p>{restrictionWords(information)}</p>
        {information.restrictions.inherited.length > 0 && (
          <ul className="ox-info-links">
            {information.restrictions.inherited.map(page => (
              <li key={page.id}>
                <a href={page.url}>{page.title}</a>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t('Hierarchy')}>
        <dl className="ox-info-facts">
          {parent && (
            <Fact label={t('Parent page')}>
              <a href={parent.url}>{parent.title}</a>
            </Fact>
          )}
          <Fact label={t('Child pages')}>
            {information.children.length === 0 ? (
              t('None')
            ) : (
              <ul className="ox-info-links">
                {information.children.map(page => (
                  <li key={page.id}>
                    <a href={page.url}>{page.title}</a>
                  </li>
                ))}
                {head.childCount > information.children.length && (
                  <li className="ox-hint">{t('and {{count}} more', { count: head.childCount - information.children.length })}</li>
                )}
              </ul>
            )}
          </Fact>
        </dl>
      </Part>
    </>
  )
}

function Links({ id, direction, title, none }: { id: string; direction: 'incoming' | 'outgoing'; title: string; none: string }) {
  const links = usePages(listLinks, { params: { id }, query: { direction } })
  return (
    <Part title={title}>
      {links.isPending && <SkeletonText lines={3} />}
      {links.error && <p className="ox-error" role="alert">{links.error.message}</p>}
      {links.isSuccess && links.items.length === 0 && <p className="ox-hint">{none}</p>}
      {links.items.length > 0 && (
        <ul className="ox-info-links">
          {links.items.map(link => (
            <li key={link.url}>
              <a href={link.url}>{link.title}</a>
              {link.space && (
                <>
                  {' '}
                  <span className="ox-hint">{link.space.name}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <LoadMore hasMore={links.hasNextPage} isLoading={links.isFetchingNextPage} onLoad={links.more} />
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ox-info-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function restrictionWords({ restrictions: { read, update, inherited } }: PageInformation): string {
  const viewers = [...read.users.map(user => user.displayName), ...read.groups].join(', ')
  const editors = [...update.users.map(user => user.displayName), ...update.groups].join(', ')
  if (viewers !== '') return t('Only {{names}} can view this page.', { names: viewers })
  if (inherited.length > 0) return t('Viewing is restricted by a page above.')
  if (editors !== '') return t('Everyone in the space can view this page; only {{names}} can edit it.', { names: editors })
  return t('Everyone in the space can view this page.')
}
