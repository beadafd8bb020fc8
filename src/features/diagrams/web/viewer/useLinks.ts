import { skipToken, useQuery } from '@tanstack/react-query'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import type { DiagramDocument, Link } from '#diagrams/model/document.ts'
import type { LinkArea } from '#diagrams/render/contract.ts'
import { diagramLinkTargets, type LinkTargets } from '../../links-contract.ts'
import { hrefOf } from '../../links.ts'
import { diagramAddress, VIEWER_PATH, type DiagramAddress } from '../../names.ts'
import type { ShownLink } from './Sheet.tsx'

/** Targets to look up; other links hold their addresses. */
const MOST = 200

interface Here {
  document: DiagramDocument
  address: DiagramAddress
  /** Shows another page of the diagram. */
  onTurn: (pageId: string) => void
}

/** How the links of a page are shown: named by what they lead to, followed within the viewer where that is possible. */
export function useLinks(areas: readonly LinkArea[], here: Here): (link: Link, title: string) => ShownLink {
  const idsOf = (kind: 'page' | 'diagram') =>
    [
      ...new Set(
        areas.flatMap(({ link }) => (link.kind === kind && link.contentId !== undefined ? link.contentId : [])),
      ),
    ]
      .slice(0, MOST)
      .join(',')
  const query = { pages: idsOf('page'), diagrams: idsOf('diagram') }
  const options = queryOptionsFor(diagramLinkTargets, { query })
  const isEmpty = query.pages === '' && query.diagrams === ''
  const { data } = useQuery({ ...options, ...(isEmpty && { queryFn: skipToken }) })
  return (link, title) => shownLink(link, title, here, data, query)
}

function shownLink(
  link: Link,
  title: string,
  { document, address, onTurn }: Here,
  targets: LinkTargets | undefined,
  asked: { pages: string; diagrams: string },
): ShownLink {
  const href = hrefOf(link, address)
  const named = (target: string): string => (title === '' ? target : t('{{text}}: {{target}}', { text: title, target }))
  const isMissing = (ids: string, id: string) => targets !== undefined && ids.split(',').includes(id)
  if (link.kind === 'page') {
    const page = targets?.pages.find(({ id }) => id === link.contentId)
    if (page) return { href, label: named(page.title) }
    return isMissing(asked.pages, link.contentId)
      ? { href, label: named(t('A page that is gone, or that you may not see')), isBroken: true }
      : { href, label: title || href }
  }
  if (link.kind !== 'diagram') return { href, label: title || (link.kind === 'attachment' ? link.name : href) }
  if (link.contentId === undefined) {
    const page = document.pages.find(({ id }) => id === link.page)
    return page
      ? {
          href,
          label: named(t('Page “{{name}}” of this diagram', { name: page.name })),
          onFollow: () => onTurn(page.id),
        }
      : { href, label: named(t('A page of this diagram that is gone')), isBroken: true }
  }
  const diagram = targets?.diagrams.find(({ id }) => id === link.contentId)
  if (diagram) {
    const { name, pageId, pageTitle } = diagram
    const page = link.page === undefined ? {} : { page: link.page }
    return {
      href: diagramAddress(VIEWER_PATH, { pageId, ceoid: pageId, name, ...page }),
      label: named(t('The diagram “{{name}}” on {{page}}', { name, page: pageTitle })),
    }
  }
  return isMissing(asked.diagrams, link.contentId)
    ? { href, label: named(t('A diagram that is gone, or that you may not see')), isBroken: true }
    : { href, label: title || href }
}
