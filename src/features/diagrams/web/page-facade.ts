import { addDiagramReference, SIZES, type DiagramReference } from '../reference-shared.ts'
import { ModuleLoader } from './module-loader.ts'
import { pageModules } from './page-modules.ts'

/** Module for the diagrams of a page. */
const PAGE_FACADE = 'gliffy/confluence/pageFacade'

/** Reference of a diagram's container. */
function referenceOf(container: HTMLElement): DiagramReference {
  const { ceoid = '', filename = '', version, attachmentId, chrome, size, pagePin } = container.dataset
  return {
    ownerPageId: Number(ceoid),
    name: filename,
    size: SIZES.find(letter => letter === size) ?? 'O',
    chrome: chrome === 'min' ? 'min' : 'full',
    border: container.querySelector('.gliffy-image-border') !== null,
    html5: container.querySelector('[data-html5-enabled="false"]') === null,
    ...(version ? { version: Number(version) } : {}),
    ...(pagePin ? { pagePin } : {}),
    ...(attachmentId ? { diagramAttachmentId: Number(attachmentId) } : {}),
  }
}

/** The old product's modules for scripts on a page, as `GLIFFY.require([name], callback)`. */
export function offerModules(target: { GLIFFY?: unknown }): void {
  if (target.GLIFFY !== undefined) return
  const { define, require } = new ModuleLoader()
  define(PAGE_FACADE, [], () => ({
    getDiagramReferences: (): DiagramReference[] =>
      [...document.querySelectorAll<HTMLElement>('.gliffy-container[data-filename]')].map(referenceOf),
    // A viewed page has no rich-text editor; the page editor inserts diagrams itself.
    addDiagramReference: (reference: DiagramReference) =>
      addDiagramReference(reference, reference.ownerPageId, undefined),
  }))
  for (const [name, module] of pageModules) define(name, [], module)
  target.GLIFFY = { define, require }
}
