import type { Attributes, ElementNode, StorageNode } from '../model.ts'
import { child, childElements, element, text, textContent } from '../model.ts'
import { safeStyle } from '../html/style.ts'
import { alignmentOf, pixels } from '../image-attributes.ts'
import { identifier } from '../views.ts'
import { elementOf, fromBag, make, sourceOf } from './source.ts'

/** A file of the page that has the text, or of the page with an id. */
export interface FileOf {
  readonly kind: 'attachment'
  readonly filename: string
  readonly pageId?: string | undefined
}

/** Places of a picture: a line for itself, or at a side of the text, which wraps around it. */
export const imagePlacements = ['left', 'center', 'right', 'wrapLeft', 'wrapRight'] as const
export type ImagePlacement = (typeof imagePlacements)[number]

export interface ImageView {
  readonly target: FileOf | { readonly kind: 'url'; readonly url: string } | undefined
  /** The attachment belongs to a page that is named. */
  readonly isElsewhere: boolean
  /** An `img`, which has neither placement nor border nor caption. */
  readonly isHtml: boolean
  readonly alt: string
  readonly title: string
  /** In px, as written. */
  readonly width: number | undefined
  readonly height: number | undefined
  /** Undefined in the line of the text. */
  readonly placement: ImagePlacement | undefined
  readonly hasBorder: boolean
  readonly isThumbnail: boolean
  /** Style that readers get. */
  readonly style: string
  readonly caption: string
  /** Whether the caption has links or formatting. */
  readonly isCaptionFormatted: boolean
}

/** View of a picture's source: an `ac:image` or an `img`. */
export function imageView(source: string): ImageView {
  const image = elementOf(source)
  const a = image?.attributes ?? {}
  const isHtml = image?.name === 'img'
  const target = image && identifier(image)
  const filename = target?.attributes['ri:filename']
  const named = target && childElements(target)[0]
  const pageId = /^\d{1,15}$/.exec(named?.attributes['ri:content-id'] ?? '')?.[0]
  const url = isHtml ? a.src : target?.attributes['ri:value']
  const caption = image && child(image, 'ac:caption')
  const style = a['ac:style']
  return {
    target:
      filename !== undefined
        ? { kind: 'attachment', filename, ...(pageId === undefined ? {} : { pageId }) }
        : url !== undefined
          ? { kind: 'url', url }
          : undefined,
    isElsewhere: filename !== undefined && named !== undefined,
    isHtml,
    alt: (isHtml ? a.alt : a['ac:alt']) ?? '',
    title: a['ac:title'] ?? '',
    width: pixels(isHtml ? a.width : a['ac:width']),
    height: pixels(isHtml ? a.height : a['ac:height']),
    placement: placementOf(a),
    hasBorder: a['ac:border'] === 'true',
    isThumbnail: a['ac:thumbnail'] === 'true',
    style: (style !== undefined && safeStyle(style)) || '',
    caption: caption ? textContent(caption).trim() : '',
    isCaptionFormatted: caption !== undefined && !isPlain(caption),
  }
}

function placementOf(attributes: Attributes): ImagePlacement | undefined {
  const { align, wraps } = alignmentOf(attributes)
  if (align === undefined || align === 'center') return align
  return wraps ? (align === 'left' ? 'wrapLeft' : 'wrapRight') : align
}

/** Whether a caption is text alone, or one paragraph of it. */
function isPlain({ children }: ElementNode): boolean {
  const [only] = children
  const inner = children.length === 1 && only?.type === 'element' && only.name === 'p' ? only.children : children
  return inner.every(node => node.type === 'text')
}

export function imageSource(
  target: NonNullable<ImageView['target']>,
  attributes: Readonly<Record<string, string>> = {},
): string {
  return sourceOf(make('ac:image', attributes, [identifierOf(target)]))
}

const identifierOf = (target: NonNullable<ImageView['target']>): ElementNode =>
  target.kind === 'attachment' ? fileIdentifier(target) : element('ri:url', { 'ri:value': target.url })

/** Resource identifier of a file, of this page unless another is given by its id. */
export function fileIdentifier({ filename, pageId }: Omit<FileOf, 'kind'>): ElementNode {
  const holder = pageId === undefined ? [] : [element('ri:content-entity', { 'ri:content-id': pageId })]
  return element('ri:attachment', { 'ri:filename': filename }, holder)
}

/** Changes of a picture; properties that are absent stay. An `img` takes `alt` and `width` alone. */
export interface ImageChange {
  /** Another picture in its place, which loses the size that was stored for the old one. */
  target?: NonNullable<ImageView['target']>
  alt?: string
  title?: string
  /** Width in px; undefined for the width of the file. The proportions stay. */
  width?: number | undefined
  placement?: ImagePlacement | undefined
  hasBorder?: boolean
  caption?: string
}

/** A picture's source after a change. Attributes and content that the change does not name stay. */
export function changeImage(source: string, change: ImageChange): string {
  const image = elementOf(source)
  if (!image) return source
  const isHtml = image.name === 'img'
  const bag = fromBag(image.attributes)
  const set = (name: string, value: string | undefined) => {
    const key = isHtml ? name : `ac:${name}`
    if (value === undefined) delete bag[key]
    else bag[key] = value
  }
  if (change.alt !== undefined) set('alt', change.alt || undefined)
  if ('width' in change) resize(bag, set, change.width)
  if (isHtml) return sourceOf(make(image.name, bag, image.children))
  if (change.title !== undefined) set('title', change.title || undefined)
  if (change.hasBorder !== undefined) set('border', change.hasBorder ? 'true' : undefined)
  if ('placement' in change) place(bag, set, change.placement)
  if (change.target) for (const name of ['original-width', 'original-height', 'src', 'height']) set(name, undefined)
  return sourceOf(make(image.name, bag, contentOf(image, change)))
}

type Set = (name: string, value: string | undefined) => void

/** Newer pages have the size of the file too, and say whether the width was chosen. */
function resize(bag: Readonly<Record<string, string>>, set: Set, width: number | undefined): void {
  const before = { width: pixels(bag['ac:width'] ?? bag.width), height: pixels(bag['ac:height'] ?? bag.height) }
  set('width', width === undefined ? undefined : String(width))
  const height = before.width && before.height && width && Math.round((width * before.height) / before.width)
  set('height', height ? String(Math.max(1, height)) : undefined)
  set('thumbnail', undefined)
  if (bag['ac:original-width'] !== undefined) set('custom-width', width === undefined ? undefined : 'true')
}

/** `ac:align` alone wraps the text; `ac:layout` tells the places of newer pages, which do not. */
function place(bag: Readonly<Record<string, string>>, set: Set, placement: ImagePlacement | undefined): void {
  const hadLayout = bag['ac:layout'] !== undefined
  const layouts = {
    left: 'align-start',
    center: 'center',
    right: 'align-end',
    wrapLeft: 'wrap-left',
    wrapRight: 'wrap-right',
  }
  const aligns = { left: 'left', center: 'center', right: 'right', wrapLeft: 'left', wrapRight: 'right' }
  const needsLayout = placement === 'left' || placement === 'right' || (hadLayout && placement !== undefined)
  set('align', placement && aligns[placement])
  set('layout', needsLayout ? layouts[placement] : undefined)
  const style = bag['ac:style']?.replace(/(^|;)\s*float\s*:[^;]*(?:;|$)/gi, '$1').trim()
  set('style', style || undefined)
}

/** The picture's children with another target or caption. */
function contentOf(image: ElementNode, { target, caption }: ImageChange): readonly StorageNode[] {
  let { children } = image
  const old = identifier(image)
  if (target) children = [identifierOf(target), ...children.filter(node => node !== old)]
  if (caption === undefined) return children
  const others = children.filter(node => node.type !== 'element' || node.name !== 'ac:caption')
  return caption === '' ? others : [...others, element('ac:caption', {}, [element('p', {}, [text(caption)])])]
}
