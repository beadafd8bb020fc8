import { t } from '#platform/web/i18n.ts'
import { iconSvg } from '#platform/icons.ts'
import { copyLink } from '../page/copy-link.ts'

/** Adds a link that copies the section's address to each heading with an id. Returns a cleanup function. */
export function addSectionLinks(article: HTMLElement): () => void {
  const links: HTMLElement[] = []
  for (const heading of article.querySelectorAll<HTMLElement>(':is(h1, h2, h3, h4, h5, h6)[id]')) {
    if (heading.textContent.trim() === '') continue
    const link = document.createElement('a')
    link.className = 'ox-section-link'
    link.href = `#${encodeURIComponent(heading.id)}`
    link.setAttribute('aria-label', t('Copy link to “{{section}}”', { section: heading.textContent.trim() }))
    link.innerHTML = iconSvg('link', 16)
    link.addEventListener('click', () => void copyLink(new URL(link.href, location.href).href))
    heading.append(link)
    links.push(link)
  }
  return () => {
    for (const link of links) link.remove()
  }
}
