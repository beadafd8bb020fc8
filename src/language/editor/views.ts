import type { ElementNode } from '../model.ts'
import { childElements, element, textContent } from '../model.ts'
import { addedEmoji, addedEmojiAttributes, emoticonText } from '../render/emoticons.ts'
import { nodesToText } from '../text.ts'
import { adfExtension, identifier, isMacro, macroOf } from '../views.ts'
import { changeHeadValues, changeMacroValues, headValue, withValue, type MacroChanges } from './macro-form.ts'
import { fileIdentifier } from './images.ts'
import { elementOf, fromBag, make, nodesOf, sourceOf } from './source.ts'

/** Summary of an opaque node for the editor: its kind and a few words of its content. */
export interface OpaqueView {
  readonly kind: 'macro' | 'element' | 'comment' | 'placeholder'
  readonly name: string
  readonly preview: string
  /** Of a macro. */
  readonly parameters: Readonly<Record<string, string>>
}

const MOST_PREVIEW = 160

/** Summary of an opaque source. */
export function opaqueView(source: string): OpaqueView {
  const nodes = nodesOf(source)
  const found = nodes.find(node => node.type === 'element')
  if (found?.type !== 'element') {
    const comment = nodes.find(node => node.type === 'comment')
    return {
      kind: 'comment',
      name: '',
      preview: short(comment?.type === 'comment' ? comment.text : source),
      parameters: {},
    }
  }
  if (found.name === 'ac:placeholder')
    return { kind: 'placeholder', name: '', preview: textContent(found), parameters: {} }
  if (!isMacro(found))
    return { kind: 'element', name: elementName(found), preview: short(nodesToText([found])), parameters: {} }
  const { name, parameters, bodyKind, rich, plain } = macroOf(found)
  const body = bodyKind === 'rich' ? nodesToText(rich) : plain
  const facts = Object.entries(parameters).map(([key, value]) => (key === '' ? value : `${key}: ${value}`))
  return { kind: 'macro', name, preview: short(body.trim() === '' ? facts.join(' · ') : body), parameters }
}

/** The name of an element for authors: a panel of newer Confluence is a panel. */
function elementName(found: ElementNode): string {
  return found.name === 'ac:adf-extension' && adfExtension(found).panelType !== undefined ? 'panel' : found.name
}

function short(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > MOST_PREVIEW ? `${line.slice(0, MOST_PREVIEW - 1).trimEnd()}…` : line
}

export const statusColours = ['Grey', 'Blue', 'Green', 'Yellow', 'Red', 'Purple'] as const
export type StatusColour = (typeof statusColours)[number]

/** Title and colour of a status macro. */
export function statusView(source: string): { readonly title: string; readonly colour: StatusColour } {
  const macro = elementOf(source)
  const parameters = macro ? macroOf(macro).parameters : {}
  const written = (parameters.colour ?? parameters.color ?? '').toLowerCase()
  const colour = statusColours.find(name => name.toLowerCase() === written) ?? 'Grey'
  return { title: parameters.title ?? parameters[''] ?? '', colour }
}

/** Source of a status: new, or `source` with another title and colour. */
export function statusSource(
  title: string,
  colour: StatusColour,
  source = '<ac:structured-macro ac:name="status" />',
): string {
  const macro = elementOf(source) ?? element('ac:structured-macro', { 'ac:name': 'status' })
  const titled = withValue(macro.children, { name: 'title' }, { text: title })
  const name = macroOf(macro).parameters.color === undefined ? 'colour' : 'color'
  return sourceOf({ ...macro, children: withValue(titled, { name }, colour === 'Grey' ? undefined : { text: colour }) })
}

/** User of a mention. */
export function mentionView(source: string): {
  readonly username: string | undefined
  readonly userKey: string | undefined
} {
  const found = elementOf(source)
  const user = found?.name === 'ri:user' ? found : found && identifier(found)
  return { username: user?.attributes['ri:username'], userKey: user?.attributes['ri:userkey'] }
}

/** Source of a mention, by user key, which survives a rename. */
export function mentionSource(userKey: string): string {
  return sourceOf(element('ac:link', {}, [element('ri:user', { 'ri:userkey': userKey })]))
}

/** The characters of an emoticon, or its name, as readers see them. */
export function emoticonView(source: string): string {
  return emoticonText(elementOf(source)?.attributes ?? {})
}

/** The characters of an emoticon by name, or the name in parentheses. */
export function emoticonCharacter(name: string): string {
  return emoticonText({ 'ac:name': name })
}

/** Name of an emoji that the wiki has added, without colons; undefined for others. */
export function addedEmojiOf(source: string): string | undefined {
  return addedEmoji(elementOf(source)?.attributes ?? {})
}

/** @param name without colons */
export function addedEmojiSource(name: string, id: string): string {
  return sourceOf(element('ac:emoticon', addedEmojiAttributes(name, id)))
}

export function emoticonSource(name: string): string {
  return sourceOf(element('ac:emoticon', { 'ac:name': name }))
}

/** The day of a date, `YYYY-MM-DD`, or ''. */
export function dateView(source: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(elementOf(source)?.attributes.datetime ?? '')?.[0] ?? ''
}

export function dateSource(day: string): string {
  return sourceOf(element('time', { datetime: day }))
}

/** A parameter of the macro with this `head`. */
export function macroParameter(head: string, name: string): string {
  return headValue(head, { name })?.text ?? ''
}

/** `head` with another value of a parameter; undefined removes it. */
export function setMacroParameter(head: string, name: string, value: string | undefined): string {
  return changeHeadValues(head, changeOf(name, value))
}

/** The macro of an opaque node with another value of a parameter; undefined removes it. */
export function changeMacro(source: string, name: string, value: string | undefined): string {
  return changeMacroValues(source, changeOf(name, value))
}

const changeOf = (name: string, value: string | undefined): MacroChanges => [
  [{ name }, value === undefined ? undefined : { text: value }],
]

/**
 * Source of a new macro without a body, e.g. a table of contents.
 * @param addresses parameters that are addresses of other sites
 */
export function macroSource(
  name: string,
  parameters: Readonly<Record<string, string>> = {},
  addresses: Readonly<Record<string, string>> = {},
): string {
  const children = Object.entries(parameters).map(([key, value]) =>
    element('ac:parameter', { 'ac:name': key }, [value]),
  )
  for (const [key, value] of Object.entries(addresses))
    children.push(element('ac:parameter', { 'ac:name': key }, [element('ri:url', { 'ri:value': value })]))
  return sourceOf(element('ac:structured-macro', { 'ac:name': name }, children))
}

/** Target of a link inside the wiki, for display. */
export function wikiLinkView(attributes: unknown, head: string): { readonly kind: string; readonly label: string } {
  const anchor = fromBag(attributes)['ac:anchor']
  const target = childElements(make('ac:link', null, nodesOf(head))).find(({ name }) => name.startsWith('ri:'))
  const a = target?.attributes ?? {}
  const label =
    a['ri:content-title'] ?? a['ri:filename'] ?? a['ri:value'] ?? a['ri:space-key'] ?? a['ri:username'] ?? ''
  return { kind: target?.name.slice('ri:'.length) ?? 'anchor', label: anchor ? `${label}#${anchor}` : label }
}

/** Page that a link with this `head` names by title only; undefined for other targets. */
export function wikiPageOf(
  head: string,
): { readonly title: string; readonly spaceKey: string | undefined } | undefined {
  const nodes = nodesOf(head)
  const page = nodes[0]
  if (nodes.length !== 1 || page?.type !== 'element' || page.name !== 'ri:page' || page.children.length > 0)
    return undefined
  const { 'ri:content-title': title, 'ri:space-key': spaceKey, ...others } = page.attributes
  return title === undefined || Object.keys(others).length > 0 ? undefined : { title, spaceKey }
}

/** `head` of a link to a page by title, in this space or another. */
export function pageLinkHead(title: string, spaceKey?: string): string {
  return sourceOf(element('ri:page', { 'ri:content-title': title, 'ri:space-key': spaceKey }))
}

/** `head` of a link to a file, of this page unless another is given by its id. */
export function attachmentLinkHead(filename: string, pageId?: string): string {
  return sourceOf(fileIdentifier({ filename, pageId }))
}
