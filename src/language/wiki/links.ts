import type { ElementNode, StorageNode } from '../model.ts'
import { element } from '../model.ts'

/** `[text|target|tooltip]` without its brackets. */
export function wikiLink(inside: string, body: (text: string) => readonly StorageNode[]): ElementNode | undefined {
  const parts = inside.split('|')
  if (parts.length > 3 || inside.trim() === '') return undefined
  const target = (parts.length === 1 ? parts[0] : parts[1])?.trim() ?? ''
  const label = parts.length > 1 ? parts[0]?.trim() : undefined
  const tooltip = parts[2]?.trim()
  if (target === '') return undefined
  if (isUrl(target)) {
    const shown = label ? body(label) : [{ type: 'text', text: target.replace(/^mailto:/, '') } as const]
    return element('a', { href: target, title: tooltip || undefined }, shown)
  }
  const { resource, anchor } = resourceOf(target)
  const children: ElementNode[] = resource ? [resource] : []
  if (label) children.push(element('ac:link-body', {}, body(label)))
  return element('ac:link', { 'ac:anchor': anchor, 'ac:tooltip': tooltip || undefined }, children)
}

export function isUrl(target: string): boolean {
  return /^(?:(?:https?|ftp|file):\/\/|mailto:|tel:|\/\/|\\\\)/i.test(target)
}

interface Target {
  readonly resource: ElementNode | undefined
  readonly anchor: string | undefined
}

function resourceOf(target: string): Target {
  const hash = target.indexOf('#')
  const anchor = hash < 0 ? undefined : target.slice(hash + 1)
  const rest = (hash < 0 ? target : target.slice(0, hash)).trim()
  if (rest === '') return { resource: undefined, anchor }
  if (/^~[^:]+$/.test(rest)) return { resource: element('ri:user', { 'ri:username': rest.slice(1) }), anchor }
  if (/^\$\d+$/.test(rest))
    return { resource: element('ri:content-entity', { 'ri:content-id': rest.slice(1) }), anchor }
  const caret = rest.indexOf('^')
  if (caret >= 0) {
    const container = caret > 0 ? [pageOf(rest.slice(0, caret))] : []
    return { resource: element('ri:attachment', { 'ri:filename': rest.slice(caret + 1) }, container), anchor }
  }
  if (/^[~\w.-]+:$/.test(rest)) return { resource: element('ri:space', { 'ri:space-key': rest.slice(0, -1) }), anchor }
  return { resource: pageOf(rest), anchor }
}

/** `SPACE:Title`, `Title`, or a blog post as `SPACE:/2024/01/31/Title`. */
function pageOf(written: string): ElementNode {
  const match = /^(~?[\w.-]{1,255}):(?!\s)(.+)$/.exec(written)
  const spaceKey = match?.[1]
  const title = (match?.[2] ?? written).trim()
  const post = /^\/(\d{4}\/\d{2}\/\d{2})\/(.+)$/.exec(title)
  if (post) {
    const fields = { 'ri:content-title': post[2], 'ri:posting-day': post[1], 'ri:space-key': spaceKey }
    return element('ri:blog-post', fields)
  }
  return element('ri:page', { 'ri:space-key': spaceKey, 'ri:content-title': title })
}

const imageParameters: ReadonlySet<string> = new Set([
  'align',
  'border',
  'alt',
  'title',
  'width',
  'height',
  'class',
  'style',
])

/** `!file.png|width=300,thumbnail!` without its exclamation marks. */
export function wikiImage(inside: string): ElementNode | undefined {
  const bar = inside.indexOf('|')
  const target = (bar < 0 ? inside : inside.slice(0, bar)).trim()
  if (!/^\S.*\.\w{2,5}$|^https?:\/\/\S+$/.test(target)) return undefined
  const attributes: Record<string, string> = {}
  for (const part of bar < 0 ? [] : inside.slice(bar + 1).split(/[,|]/)) {
    const [name = '', ...value] = part.split('=')
    const key = name.trim().toLowerCase()
    if (key === 'thumbnail') attributes['ac:thumbnail'] = 'true'
    else if (imageParameters.has(key))
      attributes[`ac:${key}`] = value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1')
  }
  if (isUrl(target)) return element('ac:image', attributes, [element('ri:url', { 'ri:value': target })])
  const caret = target.indexOf('^')
  const container = caret > 0 ? [pageOf(target.slice(0, caret))] : []
  const filename = target.slice(caret + 1)
  return element('ac:image', attributes, [element('ri:attachment', { 'ri:filename': filename }, container)])
}
