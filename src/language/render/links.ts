import type { Html, HtmlAttributes, HtmlChild } from '../html/html.ts'
import { h } from '../html/html.ts'
import { isAbsolute, safeLink } from '../html/url.ts'
import type { ElementNode } from '../model.ts'
import { anchorId } from '../outline.ts'
import type { Reference } from '../references.ts'
import { targetOf } from '../references.ts'
import { linkBody } from '../views.ts'
import { common } from './attributes.ts'
import type { Renderer } from './renderer.ts'
import type { ResolvedAttachment, ResolvedContent } from './types.ts'

interface LinkParts {
  readonly anchor?: string | undefined
  /** Content of the link; default the usual name of its target. */
  readonly body?: HtmlChild
  readonly tooltip?: string | undefined
  readonly appearance?: string | undefined
}

/** An `ac:link`; without a target, a link to an anchor of this page. */
export function renderStorageLink(renderer: Renderer, element: ElementNode): Html {
  const a = element.attributes
  const content = linkBody(element)
  const rich = 'rich' in content && content.rich.length > 0 ? renderer.nodes(content.rich) : undefined
  const parts: LinkParts = {
    anchor: a['ac:anchor'],
    body: rich ?? ('plain' in content && content.plain !== '' ? content.plain : undefined),
    tooltip: a['ac:tooltip'],
    appearance: /^(?:inline|block|embed)$/.test(a['ac:card-appearance'] ?? '') ? a['ac:card-appearance'] : undefined,
  }
  const reference = targetOf(element)
  if (reference) return renderLink(renderer, reference, parts)
  if (parts.anchor === undefined) return h('span', {}, parts.body)
  const href = `#${anchorId(renderer.page.title, parts.anchor)}`
  return h('a', { href: encodeAnchor(href), ...marks(parts) }, parts.body ?? parts.anchor)
}

/** The link to a resource, or a placeholder while it does not exist. */
export function renderLink(renderer: Renderer, reference: Reference, parts: LinkParts): Html {
  const found = renderer.resolved(reference)
  const extra = marks(parts)
  if (reference.kind === 'url') return externalLink(renderer, reference.value, parts)
  if (found?.kind === 'content') return contentLink(renderer, found, parts)
  if (found?.kind === 'attachment') {
    return h('a', { href: renderer.url(found.url), ...attachmentData(found), ...extra }, parts.body ?? found.filename)
  }
  if (found?.kind === 'space') return h('a', { href: renderer.url(found.url), ...extra }, parts.body ?? found.name)
  if (found?.kind === 'url') return externalLink(renderer, found.url, parts)
  if (found?.kind === 'user') {
    const common = { class: 'confluence-userlink user-mention' }
    const shown = parts.body ?? found.displayName
    if (found.url === undefined) return h('span', { ...common, ...extra }, shown)
    const { username, userKey } = found
    const named = { ...common, 'data-username': username, href: renderer.url(found.url), 'data-userkey': userKey }
    return h('a', { ...named, ...extra }, shown)
  }
  return unresolved(renderer, reference, parts)
}

function contentLink(renderer: Renderer, found: ResolvedContent, parts: LinkParts): Html {
  const anchor = parts.anchor ? encodeAnchor(`#${anchorId(found.title, parts.anchor)}`) : ''
  const attributes = {
    href: renderer.url(found.url) + anchor,
    'data-linked-resource-id': found.id,
    'data-linked-resource-version': found.version,
    'data-linked-resource-type': found.type,
  }
  return h('a', { ...attributes, ...marks(parts) }, parts.body ?? found.title)
}

function unresolved(renderer: Renderer, reference: Reference, parts: LinkParts): Html {
  const { t } = renderer
  switch (reference.kind) {
    case 'page': {
      const query = new URLSearchParams({
        spaceKey: reference.spaceKey ?? renderer.page.spaceKey,
        title: reference.title,
        fromPageId: renderer.page.id,
      })
      const href = renderer.url(`/pages/createpage.action?${query.toString()}`)
      return h('a', { class: 'createlink', href, ...marks(parts) }, parts.body ?? reference.title)
    }
    case 'attachment': {
      const label = t('Unknown attachment')
      return h('span', { class: 'unknown-attachment', title: label }, parts.body ?? reference.filename)
    }
    case 'user': {
      const name = reference.username ?? t('Unknown user')
      return h(
        'span',
        { class: 'confluence-userlink user-mention unknown-user', 'data-username': reference.username },
        parts.body ?? name,
      )
    }
    case 'shortcut':
      return h('span', { class: 'unresolved-link' }, parts.body ?? `${reference.parameter}@${reference.key}`)
    case 'space':
      return h('span', { class: 'unresolved-link' }, parts.body ?? reference.spaceKey)
    case 'blog-post':
      return h('span', { class: 'unresolved-link' }, parts.body ?? reference.title)
    default:
      return h('span', { class: 'unresolved-link' }, parts.body ?? t('Unknown content'))
  }
}

function externalLink(renderer: Renderer, url: string, parts: LinkParts): Html {
  const href = safeLink(url)
  if (href === undefined) return h('span', { class: 'unresolved-link' }, parts.body ?? url)
  return h('a', { ...hrefAttributes(renderer, href), ...marks(parts) }, parts.body ?? url)
}

/** An `a`. */
export function renderHtmlLink(renderer: Renderer, element: ElementNode): Html {
  const href = element.attributes.href === undefined ? undefined : safeLink(element.attributes.href)
  const body = renderer.nodes(element.children)
  const base = common(renderer, element)
  if (href === undefined) return h('span', base, body)
  const own = hrefAttributes(renderer, href)
  const names = [own.class, base.class].filter(Boolean).join(' ').split(' ')
  const blank = element.attributes.target === '_blank'
  const appearance = element.attributes['data-card-appearance']
  const attributes = {
    ...base,
    ...own,
    class: [...new Set(names)].join(' '),
    target: blank ? '_blank' : undefined,
    rel: blank ? 'nofollow noopener' : own.rel,
    'data-card-appearance': /^(?:inline|block|embed)$/.test(appearance ?? '') ? appearance : undefined,
  }
  return h('a', attributes, body)
}

function hrefAttributes(renderer: Renderer, href: string): HtmlAttributes {
  const { baseUrl } = renderer.session
  const inside =
    baseUrl !== '' && (href === baseUrl || (/^[/?#]/.test(href.slice(baseUrl.length)) && href.startsWith(baseUrl)))
  if (!isAbsolute(href) || inside) return { href: renderer.session.written(href) }
  return { class: 'external-link', href, rel: 'nofollow noopener' }
}

function marks(parts: LinkParts): HtmlAttributes {
  return { title: parts.tooltip, 'data-card-appearance': parts.appearance }
}

/** Data attributes of whatever shows an attachment, read by scripts and callers. */
function attachmentData(found: ResolvedAttachment): HtmlAttributes {
  return {
    'data-linked-resource-id': found.id,
    'data-linked-resource-version': found.version,
    'data-linked-resource-type': 'attachment',
    'data-linked-resource-default-alias': found.filename,
    'data-linked-resource-content-type': found.mediaType,
    'data-linked-resource-container-id': found.containerId,
    'data-linked-resource-container-version': found.containerVersion,
    'data-nice-type': found.niceType,
    'data-unresolved-comment-count': found.unresolvedComments,
  }
}

/**
 * Data attributes of a file that is shown within a page, as a picture or as a link.
 * @param url address of the file
 */
export function embeddedFileData(found: ResolvedAttachment, url: string): HtmlAttributes {
  return {
    ...attachmentData(found),
    'data-mime-type': found.mediaType,
    'data-has-thumbnail': String(found.thumbnailUrl !== undefined),
    'data-file-src': url,
  }
}

/** Escapes an anchor for a URL fragment; letters of all scripts stay legible. */
function encodeAnchor(anchor: string): string {
  return anchor.replace(/[\s"<>`%]/g, found => encodeURIComponent(found))
}
