import type { Link } from '#diagrams/model/document.ts'

/** URL of a diagram's link: a path of this wiki, or external. */
export function hrefOf(link: Link): string {
  switch (link.kind) {
    case 'url':
      return link.href
    case 'page':
      return `/pages/viewpage.action?pageId=${encodeURIComponent(link.contentId)}${link.anchor ? `#${encodeURIComponent(link.anchor)}` : ''}`
    case 'attachment':
      return `/download/attachments/${encodeURIComponent(link.contentId)}/${encodeURIComponent(link.name)}`
  }
}
