import { t } from '#platform/web/i18n.ts'
import { shared } from '#platform/web/shared.ts'

/** Containers of the diagrams that the open page shows, in the order of its text. */
const shown = shared<readonly HTMLElement[]>([])

/** Lists a diagram in the {@link DiagramsPanel}. @returns a function that takes it off */
export function listDiagram(container: HTMLElement): () => void {
  const isAfter = (other: HTMLElement) =>
    (container.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const containers = shown.get()
  const place = containers.findIndex(isAfter)
  shown.set(containers.toSpliced(place === -1 ? containers.length : place, 0, container))
  return () => shown.set(shown.get().filter(other => other !== container))
}

/** Panel of the footer, above "Powered by": the diagrams of a page, each with the way to its viewer. */
export function DiagramsPanel() {
  const links = new Map(shown.use().map(({ dataset: { full = '', filename = '' } }) => [full, filename]))
  links.delete('')
  if (links.size === 0) return null
  return (
    <nav className="gliffy-footer-panel" aria-label={t('Diagrams on this page')}>
      <span aria-hidden="true">{t('Diagrams on this page')}</span>
      <ul>
        {[...links].map(([href, name]) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
