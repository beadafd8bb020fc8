import type { Link } from '#diagrams/model/document.ts'
import { diagramAddress, LINKED_DIAGRAM_PATH, VIEWER_PATH, type DiagramAddress } from './names.ts'

/**
 * URL of a diagram's link: a path of this wiki, or external.
 * @param here the diagram that contains the link, for links to its own pages
 */
export function hrefOf(link: Link, here?: DiagramAddress): string {
  switch (link.kind) {
    case 'url':
      return link.href
    case 'page':
      return `/pages/viewpage.action?pageId=${encodeURIComponent(link.contentId)}${link.anchor ? `#${encodeURIComponent(link.anchor)}` : ''}`
    case 'attachment':
      return `/download/attachments/${encodeURIComponent(link.contentId)}/${encodeURIComponent(link.name)}`
    case 'diagram': {
      const { contentId, page } = link
      if (contentId !== undefined)
        return `${LINKED_DIAGRAM_PATH}?${new URLSearchParams(page === undefined ? { id: contentId } : { id: contentId, page })}`
      return here ? diagramAddress(VIEWER_PATH, page === undefined ? here : { ...here, page }) : '#'
    }
  }
}

/** URL of a link for files that are read outside of the wiki; undefined for a link to a page of the file itself. */
export function absoluteHrefOf(link: Link, baseUrl: string): string | undefined {
  if (link.kind === 'diagram' && link.contentId === undefined) return undefined
  const href = hrefOf(link)
  return href.startsWith('/') ? baseUrl + href : href
}
