/** What a link leads to, apart from its text: read from the mark it is, and made into one. */
import { attachmentLinkHead, pageLinkHead, safeLink, wikiLinkView, wikiPageOf } from '#language/editor/index.ts'

export type LinkTarget =
  /** `title` empty: a place on this page. `spaceKey` undefined: this space. */
  | { readonly kind: 'page'; readonly title: string; readonly spaceKey: string | undefined; readonly anchor: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly filename: string }
  /** Something that the dialog cannot name (a person, a space, a file elsewhere): it can only be kept. */
  | { readonly kind: 'kept'; readonly label: string }

export interface LinkMark {
  readonly type: 'link' | 'wikiLink'
  readonly attrs: Readonly<Record<string, unknown>>
}

type Bag = Readonly<Record<string, string>>

const ANCHOR = 'ac:anchor'

const bagIn = (mark: LinkMark | undefined): Bag => (mark?.attrs['attributes'] ?? {}) as Bag

/** What a mark leads to. */
export function targetOf(mark: LinkMark): LinkTarget {
  if (mark.type === 'link') return { kind: 'url', url: bagIn(mark)['href'] ?? '' }
  const head = String(mark.attrs['head'])
  const anchor = bagIn(mark)[ANCHOR] ?? ''
  const page = wikiPageOf(head)
  if (page) return { kind: 'page', ...page, anchor }
  const { kind, label } = wikiLinkView(mark.attrs['attributes'], head)
  if (kind === 'anchor') return { kind: 'page', title: '', spaceKey: undefined, anchor }
  if (kind === 'attachment' && head === attachmentLinkHead(label)) return { kind: 'file', filename: label }
  return { kind: 'kept', label }
}

/** What a link shows that has no text of its own. */
export function labelOf(target: LinkTarget): string {
  switch (target.kind) {
    case 'page': return target.title || target.anchor
    case 'url': return target.url
    case 'file': return target.filename
    case 'kept': return target.label
  }
}

/**
 * The mark of a link to `target` that shows `shown`; undefined where the target leads nowhere.
 * @param before the link as it was: what it has besides its target stays
 */
export function markOf(target: LinkTarget, shown: string, before?: LinkMark): LinkMark | undefined {
  if (before && same(target, targetOf(before))) return before
  // A place on this page, written as addresses write it.
  const place = target.kind === 'url' ? /^\s*#(\S.*)$/.exec(target.url)?.[1]?.trim() : undefined
  if (place !== undefined) return markOf({ kind: 'page', title: '', spaceKey: undefined, anchor: place }, shown, before)
  if (target.kind === 'url') {
    const href = addressOf(target.url)
    const kept = before?.type === 'link' ? bagIn(before) : {}
    return href === undefined ? undefined : { type: 'link', attrs: { attributes: { ...kept, href } } }
  }
  const label = labelOf(target)
  if (label === '' || target.kind === 'kept') return undefined
  const { [ANCHOR]: _anchor, ...kept } = before?.type === 'wikiLink' ? bagIn(before) : {}
  const attributes: Bag = target.kind === 'page' && target.anchor !== '' ? { ...kept, [ANCHOR]: target.anchor } : kept
  const head = target.kind === 'file' ? attachmentLinkHead(target.filename) : target.title === '' ? '' : pageLinkHead(target.title, target.spaceKey)
  return {
    type: 'wikiLink',
    attrs: { attributes: Object.keys(attributes).length > 0 ? attributes : null, head, tail: '', body: shown === label ? 'none' : 'plain', shown: label },
  }
}

/** An address as it was typed: without a scheme where a host is named, or with one that may be followed. */
function addressOf(typed: string): string | undefined {
  const written = typed.trim()
  if (written === '' || /\s/.test(written)) return undefined
  const isBare = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/.test(written)
  return safeLink(isBare ? `https://${written}` : written)
}

const same = (a: LinkTarget, b: LinkTarget): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (target: LinkTarget) => Object.entries(target).toSorted(([a], [b]) => (a < b ? -1 : 1))
