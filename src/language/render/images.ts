import type { Html, HtmlAttributes } from '../html/html.ts'
import { h } from '../html/html.ts'
import { classes } from '../html/classes.ts'
import { safeStyle } from '../html/style.ts'
import { isAbsolute, safeImage } from '../html/url.ts'
import { alignmentOf, pixels } from '../image-attributes.ts'
import type { ElementNode } from '../model.ts'
import { child } from '../model.ts'
import { targetOf } from '../references.ts'
import { common } from './attributes.ts'
import { embeddedFileData } from './links.ts'
import type { Renderer } from './renderer.ts'
import type { ResolvedAttachment } from './types.ts'

/** An `ac:image`: of an attachment or an external URL, with its caption. */
export function renderStorageImage(renderer: Renderer, element: ElementNode): Html {
  const image = renderTarget(renderer, element)
  const caption = child(element, 'ac:caption')
  const { align, wraps } = alignmentOf(element.attributes)
  const place = align && `image-${align}-wrapper${wraps || align === 'center' ? '' : ' image-unwrapped'}`
  const wrapper = classes('confluence-embedded-file-wrapper', place, sized(element))
  const framed = h('span', { class: wrapper }, image)
  if (!caption) return framed
  return h(
    'figure',
    { class: classes('captioned-image', place) },
    framed,
    h('figcaption', { class: 'caption' }, renderer.nodes(caption.children)),
  )
}

function renderTarget(renderer: Renderer, element: ElementNode): Html {
  const reference = targetOf(element)
  if (reference?.kind === 'url') return renderRemote(renderer, element, reference.value)
  const found = reference && renderer.resolved(reference)
  if (found?.kind === 'attachment') return renderAttachment(renderer, element, found)
  const name = reference?.kind === 'attachment' ? reference.filename : (element.attributes['ac:alt'] ?? '')
  const label = renderer.t('Unknown attachment')
  return h('span', { class: 'unknown-attachment', role: 'img', 'aria-label': `${label}: ${name}`, title: label }, name)
}

function renderRemote(renderer: Renderer, element: ElementNode, url: string): Html {
  const src = safeImage(url)
  // A relative path would name another file at each address of the page.
  const isPlaced = src !== undefined && (isAbsolute(src) || src.startsWith('/') || src.startsWith('data:'))
  if (!isPlaced) return h('span', { class: 'unknown-attachment' }, element.attributes['ac:alt'] || url)
  const shown = renderer.url(src)
  return h('img', {
    class: imageClasses(element, 'confluence-external-resource'),
    src: shown,
    ...description(element),
    ...size(element),
    'data-image-src': shown,
    loading: 'lazy',
  })
}

function renderAttachment(renderer: Renderer, element: ElementNode, found: ResolvedAttachment): Html {
  const url = renderer.url(found.url)
  const thumbnail = found.thumbnailUrl === undefined ? undefined : renderer.url(found.thumbnailUrl)
  if (!found.mediaType.startsWith('image/')) return renderFile(element, found, url, thumbnail)
  const small = element.attributes['ac:thumbnail'] === 'true'
  return h('img', {
    class: imageClasses(element, small && 'confluence-thumbnail'),
    src: small ? (thumbnail ?? url) : url,
    ...description(element, found.filename),
    ...size(element, small ? undefined : found),
    'data-image-src': url,
    ...embeddedFileData(found, url),
    loading: 'lazy',
  })
}

/** A file that is no picture: its thumbnail or its name, as a link. */
function renderFile(element: ElementNode, found: ResolvedAttachment, url: string, thumbnail: string | undefined): Html {
  const attributes = {
    class: 'confluence-embedded-file',
    href: url,
    ...embeddedFileData(found, url),
  }
  if (thumbnail === undefined) return h('a', attributes, found.filename)
  const image = { src: thumbnail, ...description(element, found.filename), ...size(element), loading: 'lazy' }
  return h('a', attributes, h('img', image))
}

function imageClasses(element: ElementNode, kind: string | false | undefined): string | undefined {
  const { align } = alignmentOf(element.attributes)
  const border = element.attributes['ac:border'] === 'true'
  return classes(
    'confluence-embedded-image',
    kind,
    align && `image-${align}`,
    border && 'confluence-content-image-border',
  )
}

function description(element: ElementNode, fallback = ''): HtmlAttributes {
  const a = element.attributes
  return { alt: a['ac:alt'] ?? fallback, title: a['ac:title'], style: a['ac:style'] && safeStyle(a['ac:style']) }
}

function sized(element: ElementNode): string | undefined {
  const { width, height } = size(element)
  return width || height ? 'confluence-embedded-manual-size' : undefined
}

/** Width and height in pixels; a missing one follows from the picture's aspect ratio, so that its place is reserved. */
function size(element: ElementNode, own: { width?: number; height?: number } = {}): HtmlAttributes {
  const a = element.attributes
  let width = pixels(a['ac:width'])
  let height = pixels(a['ac:height'])
  const ownWidth = own.width ?? pixels(a['ac:original-width'])
  const ownHeight = own.height ?? pixels(a['ac:original-height'])
  if (ownWidth && ownHeight && a['ac:thumbnail'] !== 'true') {
    if (width && !height) height = Math.round((width * ownHeight) / ownWidth)
    else if (height && !width) width = Math.round((height * ownWidth) / ownHeight)
    else if (!width && !height && own.width) [width, height] = [ownWidth, ownHeight]
  }
  return { width, height }
}

/** An `img`. */
export function renderHtmlImage(renderer: Renderer, element: ElementNode): Html {
  const a = element.attributes
  const src = a.src === undefined ? undefined : safeImage(a.src)
  if (src === undefined) return h('span', { class: 'unknown-attachment' }, a.alt ?? '')
  const attributes = {
    ...common(renderer, element, 'confluence-embedded-image', 'confluence-external-resource'),
    src: renderer.session.written(src),
    alt: a.alt ?? '',
    width: pixels(a.width),
    height: pixels(a.height),
    loading: 'lazy',
  }
  return h('img', attributes)
}
