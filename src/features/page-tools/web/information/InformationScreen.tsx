import type { ReactNode } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { useEndpoint, usePages } from '#platform/web/query.ts'
import { CopyField } from '#platform/web/ui/CopyField.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { labelPath } from '#features/labels/shared.ts'
import { getPageHead, getPageInformation, listLinks, type PageHead, type PageInformation } from '../../contract.ts'
import { historyPath } from '../../tools.ts'
import { PersonNameView } from '../../view/PersonNameView.tsx'
import { pageIdIn } from '../tool-route.ts'
import { ToolFrame } from '../ToolFrame.tsx'

/** Page facts and links. */
export default function InformationScreen({ search }: ScreenProps) {
  const { data: head } = useEndpoint(getPageHead, { params: { id: pageIdIn(search) } })
  const { data: information, error } = useEndpoint(
    getPageInformation,
    { params: { id: head?.id ?? '' } },
    { enabled: head !== undefined },
  )
  if (!head) return null
  return (
    <ToolFrame head={head} title={t('Page information')} tool="information">
      <div className="ox-info">
        <ErrorText error={error} />
        {information ? (
          <>
            <Details head={head} information={information} />
            <Labels labels={information.labels} />
            <Part title={t('Restrictions')}>
              <p>{restrictionText(information)}</p>
              {information.restrictions.inherited.length > 0 && (
                <PageLinks pages={information.restrictions.inherited} />
              )}
            </Part>
            <Hierarchy head={head} information={information} />
          </>
        ) : (
          <SkeletonText lines={8} />
        )}
        <Links id={head.id} direction="incoming" title={t('Incoming links')} none={t('No page links here.')} />
        <Links id={head.id} direction="outgoing" title={t('Outgoing links')} none={t('This page links nowhere.')} />
      </div>
    </ToolFrame>
  )
}

interface PartProps {
  head: PageHead
  information: PageInformation
}

function Details({ head, information }: PartProps) {
  const reader = useReader()
  return (
    <Part title={t('Details')}>
      <dl className="ox-info-facts">
        <Fact label={t('Title')}>{head.title}</Fact>
        <Fact label={t('Space')}>
          <a href={head.space.url}>{head.space.name}</a>
        </Fact>
        <Fact label={t('Created')}>
          <PersonNameView person={information.createdBy} reader={reader} />{' '}
          <TimeView at={information.createdAt} reader={reader} />
        </Fact>
        <Fact label={t('Last changed')}>
          <PersonNameView person={information.updatedBy} reader={reader} />{' '}
          <TimeView at={information.updatedAt} reader={reader} />
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
  )
}

function Labels({ labels }: Pick<PageInformation, 'labels'>) {
  return (
    <Part title={t('Labels')}>
      {labels.length === 0 ? (
        <p className="ox-hint">{t('No labels')}</p>
      ) : (
        <ul className="ox-labels">
          {labels.map(({ id, label }) => (
            <li key={id}>
              <a className="ox-label" href={labelPath(label)}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Hierarchy({ head, information: { children } }: PartProps) {
  const parent = head.ancestors.at(-1)
  const hidden = head.childCount - children.length
  return (
    <Part title={t('Hierarchy')}>
      <dl className="ox-info-facts">
        {parent && (
          <Fact label={t('Parent page')}>
            <a href={parent.url}>{parent.title}</a>
          </Fact>
        )}
        <Fact label={t('Child pages')}>
          {children.length === 0 ? (
            t('None')
          ) : (
            <PageLinks pages={children}>
              {hidden > 0 && <li className="ox-hint">{t('and {{count}} more', { count: hidden })}</li>}
            </PageLinks>
          )}
        </Fact>
      </dl>
    </Part>
  )
}

interface PageLinksProps {
  pages: readonly { id: string; title: string; url: string }[]
  children?: ReactNode
}

function PageLinks({ pages, children }: PageLinksProps) {
  return (
    <ul className="ox-info-links">
      {pages.map(page => (
        <li key={page.id}>
          <a href={page.url}>{page.title}</a>
        </li>
      ))}
      {children}
    </ul>
  )
}

function Links({
  id,
  direction,
  title,
  none,
}: {
  id: string
  direction: 'incoming' | 'outgoing'
  title: string
  none: string
}) {
  const links = usePages(listLinks, { params: { id }, query: { direction } })
  return (
    <Part title={title}>
      {links.isPending && <SkeletonText lines={3} />}
      <ErrorText error={links.error} />
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

function restrictionText({ restrictions: { read, update, inherited } }: PageInformation): string {
  const viewers = [...read.users.map(user => user.displayName), ...read.groups].join(', ')
  const editors = [...update.users.map(user => user.displayName), ...update.groups].join(', ')
  if (viewers !== '') return t('Only {{names}} can view this page.', { names: viewers })
  if (inherited.length > 0) return t('Viewing is restricted by a page above.')
  if (editors !== '')
    return t('Everyone in the space can view this page; only {{names}} can edit it.', { names: editors })
  return t('Everyone in the space can view this page.')
}
