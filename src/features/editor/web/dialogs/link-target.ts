/** Link targets, converted from and to link marks. */
import { attachmentLinkHead, pageLinkHead, safeLink, wikiLinkView, wikiPageOf } from '#language/editor/index.ts'

export type LinkTarget =
  /** Empty `title`: an anchor on this page. No `spaceKey`: this space. */
  | { readonly kind: 'page'; readonly title: string; readonly spaceKey: string | undefined; readonly anchor: string }
  | { readonly kind: 'url'; readonly url: string }
  /** Of the page that has the text, or of the one with an id. */
  | { readonly kind: 'file'; readonly filename: string; readonly pageId?: string | undefined }
  /** Not editable here (user, space, file elsewhere): left unchanged. */
  | { readonly kind: 'opaque'; readonly label: string }

export interface LinkMark {
  readonly type: 'link' | 'wikiLink'
  readonly attrs: Readonly<Record<string, unknown>>
}

type Bag = Readonly<Record<string, string>>

const ANCHOR = 'ac:anchor'

const bagIn = (mark: LinkMark | undefined): Bag => (mark?.attrs['attributes'] ?? {}) as Bag

export function linkTargetOf(mark: LinkMark): LinkTarget {
  if (mark.type === 'link') return { kind: 'url', url: bagIn(mark)['href'] ?? '' }
  const head = String(mark.attrs['head'])
  const anchor = bagIn(mark)[ANCHOR] ?? ''
  const page = wikiPageOf(head)
  if (page) return { kind: 'page', ...page, anchor }
  const { kind, label } = wikiLinkView(mark.attrs['attributes'], head)
  if (kind === 'anchor') return { kind: 'page', title: '', spaceKey: undefined, anchor }
  if (kind === 'attachment' && head === attachmentLinkHead(label)) return { kind: 'file', filename: label }
  return { kind: 'opaque', label }
}

/** Default text of a link. */
export function linkLabelOf(target: LinkTarget): string {
  switch (target.kind) {
    case 'page':
      return target.title || target.anchor
    case 'url':
      return target.url
    case 'file':
      return target.filename
    case 'opaque':
      return target.label
  }
}

/**
 * Mark of a link with text `shown`; undefined for an invalid target.
 * @param before previous link, whose other attributes stay
 */
export function linkMarkOf(target: LinkTarget, shown: string, before?: LinkMark): LinkMark | undefined {
  if (before && same(target, linkTargetOf(before))) return before
  // Anchor on this page, URL-encoded.
  const place = target.kind === 'url' ? /^\s*#(\S.*)$/.exec(target.url)?.[1]?.trim() : undefined
  if (place !== undefined)
    return linkMarkOf({ kind: 'page', title: '', spaceKey: undefined, anchor: place }, shown, before)
  if (target.kind === 'url') {
    const href = addressOf(target.url)
    const other = before?.type === 'link' ? bagIn(before) : {}
    return href === undefined ? undefined : { type: 'link', attrs: { attributes: { ...other, href } } }
  }
  const label = linkLabelOf(target)
  if (label === '' || target.kind === 'opaque') return undefined
  const { [ANCHOR]: _anchor, ...other } = before?.type === 'wikiLink' ? bagIn(before) : {}
  const attributes: Bag = target.kind === 'page' && target.anchor !== '' ? { ...other, [ANCHOR]: target.anchor } : other
  const head =
    target.kind === 'file'
      ? attachmentLinkHead(target.filename, target.pageId)
      : target.title === ''
        ? ''
        : pageLinkHead(target.title, target.spaceKey)
  return {
    type: 'wikiLink',
    attrs: {
      attributes: Object.keys(attributes).length > 0 ? attributes : null,
      head,
      tail: '',
      body: shown === label ? 'none' : 'plain',
      shown: label,
    },
  }
}

/** Normalised address: adds a scheme to host names; undefined for unsafe schemes. */
function addressOf(typed: string): string | undefined {
  const written = typed.trim()
  if (written === '' || /\s/.test(written)) return undefined
  const isBare = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/.test(written)
  return safeLink(isBare ? `https://${written}` : written)
}

const same = (a: LinkTarget, b: LinkTarget): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (target: LinkTarget) => Object.entries(target).toSorted(([a], [b]) => (a < b ? -1 : 1))
