/** Copied content for programs that do not know the nodes of the editor: words, pictures and addresses. */
import type { DOMOutputSpec, Mark, Node as ProseNode } from '@tiptap/pm/model'
import { addedEmojiOf, emoticonView, imageView, opaqueView } from '#language/editor/index.ts'
import type { TextPlace } from '#language/references.ts'
import { emojiPath } from '#features/site-emoji/shared.ts'
import { previewPath } from '#features/diagrams/reference-shared.ts'
import { ATTACHMENTS_PATH } from '#features/attachments/shared.ts'
import { linkTargetOf } from '../../dialogs/link-target.ts'
import { diagramIn } from '../../diagrams/picture.ts'
import { pictureUrl } from '../../pictures/PictureView.ts'
import { dateText, mentionText, sourceOf, statusText } from '../atom-texts.ts'

export interface CopyContext {
  readonly contentId: string
  readonly locale: string
  /** Display names by user key and user name. */
  readonly people: Readonly<Record<string, string>>
}

/** An element, or words alone. */
export type Shown = DOMOutputSpec | string

const absolute = (path: string): string => new URL(path, location.origin).href

/** Content of an atom's element; undefined for what shows nothing, such as a table of contents. */
export function shownOf(node: ProseNode, context: CopyContext): Shown | undefined {
  switch (node.type.name) {
    case 'status':
      return statusText(node)
    case 'mention':
      return mentionText(node, context.people)
    case 'date':
      return dateText(node, context.locale)
    case 'emoticon':
      return emoticonOf(sourceOf(node))
    case 'image':
      return pictureOf(node, context)
    case 'opaqueBlock':
    case 'opaqueInline':
      return opaqueOf(node, context)
    default:
      return undefined
  }
}

function emoticonOf(source: string): Shown {
  const characters = emoticonView(source)
  const added = addedEmojiOf(source)
  return added === undefined ? characters : ['img', { src: absolute(emojiPath(added)), alt: characters, height: '20' }]
}

function pictureOf(node: ProseNode, { contentId }: CopyContext): Shown | undefined {
  const view = imageView(sourceOf(node))
  const src = pictureUrl(view, contentId)
  const name = view.target?.kind === 'attachment' ? view.target.filename : ''
  const alt = view.alt || name
  if (src === undefined) return alt || undefined
  return ['img', { src: absolute(src), alt, ...(view.width ? { width: String(view.width) } : {}) }]
}

function opaqueOf(node: ProseNode, { contentId }: CopyContext): Shown | undefined {
  const diagram = diagramIn(node, contentId)
  if (diagram) return ['img', { src: absolute(previewPath(diagram)), alt: diagram.name }]
  const { kind, preview } = opaqueView(sourceOf(node))
  return (kind === 'macro' || kind === 'element') && preview !== '' ? preview : undefined
}

/** Address of a link to a page or file of the wiki; undefined for others, which say none. */
export function addressOf(mark: Mark, { pageId, spaceKey }: TextPlace): string | undefined {
  const target = linkTargetOf({ type: 'wikiLink', attrs: mark.attrs })
  if (target.kind === 'file') {
    const owner = target.pageId ?? pageId
    return owner === undefined
      ? undefined
      : absolute(`${ATTACHMENTS_PATH}/${owner}/${encodeURIComponent(target.filename)}`)
  }
  if (target.kind !== 'page' || target.title === '') return undefined
  const query = new URLSearchParams({ spaceKey: target.spaceKey ?? spaceKey, title: target.title })
  return absolute(`/pages/viewpage.action?${query.toString()}`)
}
