import type { ElementNode, StorageDocument } from './model.ts'
import { attributes, childElements, mapElements, walkElements } from './model.ts'
import { identifier } from './views.ts'

/** Owner of an attachment: a page or post by title, or any content by id. */
export type Container = PageReference | BlogPostReference | ContentEntityReference

export interface PageReference {
  readonly kind: 'page'
  readonly title: string
  /** Undefined means the space of the referring page. */
  readonly spaceKey?: string | undefined
}
export interface BlogPostReference {
  readonly kind: 'blog-post'
  readonly title: string
  /** `YYYY/MM/DD` */
  readonly postingDay?: string | undefined
  readonly spaceKey?: string | undefined
}
export interface AttachmentReference {
  readonly kind: 'attachment'
  readonly filename: string
  /** Undefined means the referring page. */
  readonly container?: Container | undefined
}
export interface UserReference {
  readonly kind: 'user'
  readonly username?: string | undefined
  readonly userKey?: string | undefined
  readonly accountId?: string | undefined
}
export interface SpaceReference {
  readonly kind: 'space'
  readonly spaceKey: string
}
export interface ContentEntityReference {
  readonly kind: 'content-entity'
  readonly id: string
}
export interface UrlReference {
  readonly kind: 'url'
  readonly value: string
}
export interface ShortcutReference {
  readonly kind: 'shortcut'
  readonly key: string
  readonly parameter: string
}

/** A target that a document points at. */
export type Reference =
  | PageReference
  | BlogPostReference
  | AttachmentReference
  | UserReference
  | SpaceReference
  | ContentEntityReference
  | UrlReference
  | ShortcutReference

/** Fields of a reference that a rewrite may set. */
export interface ReferenceChange {
  readonly title?: string
  readonly spaceKey?: string | undefined
  readonly postingDay?: string
  readonly filename?: string
  readonly container?: Container | undefined
  readonly username?: string
  readonly userKey?: string
  readonly accountId?: string
  readonly id?: string
  readonly value?: string
  readonly key?: string
  readonly parameter?: string
}

/** Reference of a resource identifier element; undefined if it is none or incomplete. */
export function referenceOf(element: ElementNode): Reference | undefined {
  const a = element.attributes
  switch (element.name) {
    case 'ri:page':
      return a['ri:content-title'] === undefined
        ? undefined
        : { kind: 'page', title: a['ri:content-title'], spaceKey: a['ri:space-key'] }
    case 'ri:blog-post':
      return a['ri:content-title'] === undefined
        ? undefined
        : {
            kind: 'blog-post',
            title: a['ri:content-title'],
            postingDay: a['ri:posting-day'],
            spaceKey: a['ri:space-key'],
          }
    case 'ri:attachment':
      return a['ri:filename'] === undefined
        ? undefined
        : { kind: 'attachment', filename: a['ri:filename'], container: containerOf(element) }
    case 'ri:user': {
      const user = { username: a['ri:username'], userKey: a['ri:userkey'], accountId: a['ri:account-id'] }
      return (user.username ?? user.userKey ?? user.accountId) ? { kind: 'user', ...user } : undefined
    }
    case 'ri:space':
      return a['ri:space-key'] === undefined ? undefined : { kind: 'space', spaceKey: a['ri:space-key'] }
    case 'ri:content-entity':
      return a['ri:content-id'] === undefined ? undefined : { kind: 'content-entity', id: a['ri:content-id'] }
    case 'ri:url':
      return a['ri:value'] === undefined ? undefined : { kind: 'url', value: a['ri:value'] }
    case 'ri:shortcut':
      return a['ri:key'] === undefined
        ? undefined
        : { kind: 'shortcut', key: a['ri:key'], parameter: a['ri:parameter'] ?? '' }
    default:
      return undefined
  }
}

function containerOf(attachment: ElementNode): Container | undefined {
  for (const item of childElements(attachment)) {
    const reference = referenceOf(item)
    if (reference?.kind === 'page' || reference?.kind === 'blog-post' || reference?.kind === 'content-entity') {
      return reference
    }
  }
  return undefined
}

/** A key that is equal for two references exactly if they name the same target. */
export function referenceKey(reference: Reference): string {
  switch (reference.kind) {
    case 'page':
      return JSON.stringify(['page', reference.spaceKey ?? null, reference.title])
    case 'blog-post':
      return JSON.stringify(['blog-post', reference.spaceKey ?? null, reference.title, reference.postingDay ?? null])
    case 'attachment': {
      const container = reference.container ? referenceKey(reference.container) : null
      return JSON.stringify(['attachment', reference.filename, container])
    }
    case 'user':
      return JSON.stringify([
        'user',
        reference.username ?? null,
        reference.userKey ?? null,
        reference.accountId ?? null,
      ])
    case 'space':
      return JSON.stringify(['space', reference.spaceKey])
    case 'content-entity':
      return JSON.stringify(['content-entity', reference.id])
    case 'url':
      return JSON.stringify(['url', reference.value])
    case 'shortcut':
      return JSON.stringify(['shortcut', reference.key, reference.parameter])
  }
}

/** Macros with a text parameter that is a page title, with an optional space before a colon. */
const pageParameters: ReadonlyMap<string, readonly string[]> = new Map([
  ['include', ['', 'pageTitle']],
  ['excerpt-include', ['', 'pageTitle']],
  ['children', ['page']],
])

/** Whether the text of a parameter of a macro is a reference to a page. */
export function isPageParameter(macro: string, parameter: string): boolean {
  return pageParameters.get(macro)?.includes(parameter) ?? false
}

/** Reference of `SPACE:Title` or `Title`, as the old macros name a page. */
export function pageByText(value: string): PageReference {
  const match = /^(~?[A-Za-z0-9._-]{1,255}):(?!\s)(.+)$/s.exec(value.trim())
  if (match?.[1] && match[2]) return { kind: 'page', spaceKey: match[1], title: match[2].trim() }
  return { kind: 'page', title: value.trim() }
}

/**
 * All references of a document, each once, in order of first appearance: resource identifiers of links, images and
 * macro parameters, targets of plain `a` and `img`, and pages named as text by include and children macros.
 */
export function references(doc: StorageDocument): Reference[] {
  const found = new Map<string, Reference>()
  const add = (reference: Reference | undefined): void => {
    if (!reference) return
    const key = referenceKey(reference)
    if (!found.has(key)) found.set(key, reference)
  }
  const containers = new Set<ElementNode>()
  for (const element of walkElements(doc)) {
    if (element.name === 'ri:attachment') {
      const container = childElements(element).find(item => item.name.startsWith('ri:'))
      if (container) containers.add(container)
    }
    // Part of its attachment's reference, no target by itself.
    if (!containers.has(element)) add(referenceOf(element))
    if (element.name === 'a' && element.attributes.href) add({ kind: 'url', value: element.attributes.href })
    if (element.name === 'img' && element.attributes.src) add({ kind: 'url', value: element.attributes.src })
    add(textParameterReference(element))
  }
  return [...found.values()]
}

function textParameterReference(element: ElementNode): Reference | undefined {
  if (element.name !== 'ac:structured-macro' && element.name !== 'ac:macro') return undefined
  const names = pageParameters.get(element.attributes['ac:name'] ?? '')
  if (!names) return undefined
  for (const parameter of childElements(element)) {
    const value = pageText(parameter, names)
    if (value) return pageByText(value)
  }
  return undefined
}

/** Text of a parameter that names a page, without `@self`, `@home` and the like. */
function pageText(parameter: ElementNode, names: readonly string[]): string | undefined {
  if (parameter.name !== 'ac:parameter' && parameter.name !== 'ac:default-parameter') return undefined
  if (!names.includes(parameter.attributes['ac:name'] ?? '')) return undefined
  const only = parameter.children.length === 1 ? parameter.children[0] : undefined
  if (only?.type !== 'text' || only.text.trim() === '' || /^\s*[@/]/.test(only.text)) return undefined
  return only.text
}

/**
 * Rewrites reference targets and nothing else. `change` is called for every reference, containers of attachments
 * included, and returns the fields to set (an undefined value removes one, e.g. `spaceKey`) or nothing.
 *
 * @returns the new document (the same one if nothing changed) and the number of changed places
 */
export function rewriteReferences(
  doc: StorageDocument,
  change: (reference: Reference) => ReferenceChange | undefined,
): { readonly doc: StorageDocument; readonly changed: number } {
  let changed = 0
  const apply = (element: ElementNode): ElementNode => {
    const reference = referenceOf(element)
    const wanted = reference && change(reference)
    if (!wanted) return element
    const next = withFields(element, wanted)
    if (next !== element) changed++
    return next
  }
  const result = mapElements(doc, element => {
    if (element.name === 'a' || element.name === 'img') {
      const attribute = element.name === 'a' ? 'href' : 'src'
      const value = element.attributes[attribute]
      const wanted = value === undefined ? undefined : change({ kind: 'url', value })
      if (wanted?.value === undefined || wanted.value === value) return element
      changed++
      return { ...element, attributes: attributes({ ...element.attributes, [attribute]: wanted.value }) }
    }
    const names = pageParameters.get(element.attributes['ac:name'] ?? '')
    if (names && (element.name === 'ac:structured-macro' || element.name === 'ac:macro')) {
      return { ...element, children: element.children.map(item => rewriteTextParameter(item, names)) }
    }
    return apply(element)
  })
  return changed === 0 ? { doc, changed } : { doc: result, changed }

  function rewriteTextParameter(item: ElementNode['children'][number], names: readonly string[]): typeof item {
    const value = item.type === 'element' ? pageText(item, names) : undefined
    if (item.type !== 'element' || value === undefined) return item
    const reference = pageByText(value)
    const wanted = change(reference)
    if (!wanted) return item
    const { title, spaceKey } = { ...reference, ...wanted }
    const next = spaceKey === undefined ? title : `${spaceKey}:${title}`
    if (next === value) return item
    changed++
    return { ...item, children: [{ type: 'text', text: next }] }
  }
}

/** Place of a text, which its relative references refer to. */
export interface TextPlace {
  /** Id of the page whose files have no owner in a reference; undefined where there is none. */
  readonly pageId: string | undefined
  readonly spaceKey: string
}

/** Change that makes a reference independent of its place; undefined for a reference that already is. */
export function absoluteReference(
  reference: Reference,
  { pageId, spaceKey }: TextPlace,
): { readonly spaceKey?: string; readonly container?: ContentEntityReference } | undefined {
  if ((reference.kind === 'page' || reference.kind === 'blog-post') && reference.spaceKey === undefined)
    return { spaceKey }
  if (reference.kind === 'attachment' && !reference.container && pageId !== undefined)
    return { container: { kind: 'content-entity', id: pageId } }
  return undefined
}

/**
 * Rewrites the references of a text that comes to another place, so that they keep their targets. Files of the page
 * `to` need no owner there.
 * @param from undefined for a text whose references are absolute
 */
export function moveReferences(
  doc: StorageDocument,
  from: TextPlace | undefined,
  to: TextPlace,
): { readonly doc: StorageDocument; readonly changed: number } {
  return rewriteReferences(doc, reference => {
    const change = from && absoluteReference(reference, from)
    if (reference.kind === 'attachment') {
      const owner = change?.container ?? reference.container
      const isOwn = owner?.kind === 'content-entity' && owner.id === to.pageId
      if (isOwn) return reference.container ? { container: undefined } : undefined
    }
    return change?.spaceKey?.toLowerCase() === to.spaceKey.toLowerCase() ? undefined : change
  })
}

/** Attribute of each field. */
const fieldAttributes: Readonly<Record<string, string>> = {
  title: 'ri:content-title',
  spaceKey: 'ri:space-key',
  postingDay: 'ri:posting-day',
  filename: 'ri:filename',
  username: 'ri:username',
  userKey: 'ri:userkey',
  accountId: 'ri:account-id',
  id: 'ri:content-id',
  value: 'ri:value',
  key: 'ri:key',
  parameter: 'ri:parameter',
}

function withFields(element: ElementNode, change: ReferenceChange): ElementNode {
  const next: Record<string, string | undefined> = { ...element.attributes }
  let differs = false
  for (const [field, value] of Object.entries(change)) {
    const attribute = fieldAttributes[field]
    if (!attribute || next[attribute] === value) continue
    next[attribute] = value as string | undefined
    differs = true
  }
  let { children } = element
  if ('container' in change) {
    children = change.container ? [containerElement(change.container)] : []
    differs = true
  }
  return differs ? { ...element, attributes: attributes(next), children } : element
}

function containerElement(container: Container): ElementNode {
  const common = { type: 'element', children: [], offset: -1 } as const
  if (container.kind === 'content-entity') {
    return { ...common, name: 'ri:content-entity', attributes: attributes({ 'ri:content-id': container.id }) }
  }
  const postingDay = container.kind === 'blog-post' ? container.postingDay : undefined
  return {
    ...common,
    name: `ri:${container.kind}`,
    attributes: attributes({
      'ri:content-title': container.title,
      'ri:posting-day': postingDay,
      'ri:space-key': container.spaceKey,
    }),
  }
}

/** Reference of a link or an image to a resource. */
export function targetOf(element: ElementNode): Reference | undefined {
  const found = identifier(element)
  return found && referenceOf(found)
}
