import { directions, type Direction } from '../direction.ts'
import type { Html, HtmlChild } from '../html/html.ts'
import { empty, fragment, later, text } from '../html/html.ts'
import type { MacroRenderer } from '../macros/registry.ts'
import type { ElementNode, StorageDocument, StorageNode } from '../model.ts'
import { walkElements } from '../model.ts'
import type { Heading } from '../outline.ts'
import { outline } from '../outline.ts'
import type { Reference } from '../references.ts'
import { referenceKey, references } from '../references.ts'
import type { MacroInvocation } from '../views.ts'
import { isMacro, macroOf } from '../views.ts'
import { renderConfluenceElement } from './confluence.ts'
import { renderHtmlElement } from './elements.ts'
import { include } from './include.ts'
import { renderLink } from './links.ts'
import { renderMacro } from './macro.ts'
import type { RenderSession } from './session.ts'
import type { RenderContext, RenderPage, Resolved } from './types.ts'

/** Renderer of one document: the page itself, or an included one. */
export class Renderer implements RenderContext {
  readonly page: RenderPage
  readonly session: RenderSession
  readonly headings: readonly Heading[]
  readonly including: readonly string[]
  readonly #resolved: ReadonlyMap<string, Resolved>
  readonly #headingsByElement: ReadonlyMap<ElementNode, Heading>
  readonly #directions: ReadonlyMap<ElementNode, Direction>

  private constructor(
    doc: StorageDocument,
    page: RenderPage,
    session: RenderSession,
    resolved: ReadonlyMap<string, Resolved>,
    including: readonly string[],
  ) {
    this.page = page
    this.session = session
    this.including = including
    this.headings = outline(doc, page.title)
    this.#resolved = resolved
    this.#headingsByElement = new Map(this.headings.map(heading => [heading.element, heading]))
    this.#directions = directions(doc)
  }

  /** Resolves all references of a document in one call and makes its renderer. */
  static async prepare(
    doc: StorageDocument,
    page: RenderPage,
    session: RenderSession,
    including: readonly string[] = [],
  ): Promise<Renderer> {
    const wanted = new Map<string, Reference>()
    for (const reference of [...references(doc), ...macroReferences(doc, session)]) {
      session.depends.reference(reference)
      if (reference.kind !== 'url') wanted.set(referenceKey(reference), reference)
    }
    const resolved = wanted.size > 0 ? await session.host.resolve([...wanted.values()], page) : new Map()
    session.depends.content(page.id)
    return new Renderer(doc, page, session, resolved, including)
  }

  get host(): RenderContext['host'] {
    return this.session.host
  }
  get mode(): RenderContext['mode'] {
    return this.session.mode
  }
  get t(): RenderContext['t'] {
    return this.session.t
  }
  get depends(): RenderContext['depends'] {
    return this.session.depends
  }

  url(path: string): string {
    return this.session.url(path)
  }

  spend(entries: number): boolean {
    return this.session.budget.spend(entries)
  }

  resolved(reference: Reference): Resolved | undefined {
    const found = this.#resolved.get(referenceKey(reference))
    if (found?.kind === 'content' || found?.kind === 'attachment') this.depends.content(found.id)
    return found
  }

  nodes(nodes: readonly StorageNode[]): Html {
    if (nodes.length === 0) return empty
    return later(() => fragment(nodes.map(node => this.#node(node))))
  }

  link(reference: Reference, body?: HtmlChild): Html {
    return renderLink(this, reference, { body })
  }

  highlight: RenderContext['highlight'] = (source, language) => this.session.highlighter.highlight(source, language)

  include: RenderContext['include'] = (reference, show) => include(this, reference, show, Renderer.prepare)

  headingOf(element: ElementNode): Heading | undefined {
    return this.#headingsByElement.get(element)
  }

  /** Direction of a block that is written in another one than the block around it. */
  directionOf(element: ElementNode): Direction | undefined {
    return this.#directions.get(element)
  }

  headingsIn(element: ElementNode): readonly Heading[] {
    const found: Heading[] = []
    for (const item of walkElements(element)) {
      const heading = this.#headingsByElement.get(item)
      if (heading) found.push(heading)
    }
    return found
  }

  macro(invocation: MacroInvocation): MacroRenderer | undefined {
    return this.session.macros.get(invocation.name)
  }

  #node(node: StorageNode): Html {
    if (node.type === 'text') return text(node.text)
    if (node.type === 'comment') return empty
    if (isMacro(node)) return renderMacro(this, node)
    if (node.name.includes(':')) return renderConfluenceElement(this, node)
    return renderHtmlElement(this, node) ?? this.nodes(node.children)
  }
}

function macroReferences(doc: StorageDocument, session: RenderSession): Reference[] {
  const found: Reference[] = []
  for (const element of walkElements(doc)) {
    if (!isMacro(element)) continue
    const invocation = macroOf(element)
    session.depends.macro(invocation.name)
    const macro = session.macros.get(invocation.name)
    if (macro) found.push(...macro.references(invocation))
  }
  return found
}
