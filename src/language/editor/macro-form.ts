/** Values of a macro's parameters, as forms show and change them. */
import type { ElementNode, StorageNode } from '../model.ts'
import { element, text } from '../model.ts'
import { referenceOf } from '../references.ts'
import { isMacro, macroOf } from '../views.ts'
import { elementOf, nodesOf, sourceOf } from './source.ts'

/** A value as it is written. */
export interface MacroValue {
  /** A text, the title of a page, or the name of a file. */
  readonly text: string
  /** Of a page in a named space. */
  readonly spaceKey?: string | undefined
  /** Stored as an element instead of a text. */
  readonly isResource?: boolean
}

/** A parameter: its name, further spellings of it, and its type in the declaration of the macro. */
export interface MacroField {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly type?: string
}

/** Values of some parameters; undefined removes one. */
export type MacroChanges = ReadonlyArray<readonly [MacroField, MacroValue | undefined]>

/** A macro in the text, by the source of its node. */
export interface PlacedMacro {
  readonly name: string
  /** The text between the tags of a macro whose body is text; undefined for other macros. */
  readonly plain: string | undefined
}

/** The macro that a source is; undefined if it is none. */
export function placedMacro(source: string): PlacedMacro | undefined {
  const found = elementOf(source)
  if (!found || !isMacro(found)) return undefined
  const { name, bodyKind, plain } = macroOf(found)
  return { name, plain: bodyKind === 'plain' ? plain : undefined }
}

/** The value of a parameter in the source of a macro; undefined if it has none. */
export function macroValue(source: string, field: MacroField): MacroValue | undefined {
  const found = elementOf(source)
  return found && valueIn(found.children, field)
}

/** The value of a parameter of a macro with an edited body, whose parameters are in its `head`. */
export function headValue(head: string, field: MacroField): MacroValue | undefined {
  return valueIn(nodesOf(head), field)
}

function valueIn(nodes: readonly StorageNode[], field: MacroField): MacroValue | undefined {
  const spelling = spellingsOf(field).find(name => nodes.some(node => isParameter(node, name)))
  if (spelling === undefined) return undefined
  const { parameters, resources } = macroOf(element('ac:structured-macro', {}, [...nodes]))
  const resource = resources[spelling]
  return resource ? resourceValue(resource) : { text: parameters[spelling] ?? '' }
}

const spellingsOf = ({ name, aliases = [] }: MacroField) => [name, ...aliases]

function resourceValue(resource: ElementNode): MacroValue {
  const reference = referenceOf(resource)
  switch (reference?.kind) {
    case 'page':
    case 'blog-post':
      return { text: reference.title, spaceKey: reference.spaceKey, isResource: true }
    case 'attachment':
      return { text: reference.filename, isResource: true }
    case 'space':
      return { text: reference.spaceKey, isResource: true }
    case 'url':
      return { text: reference.value, isResource: true }
    default:
      return { text: Object.values(resource.attributes).join(' '), isResource: true }
  }
}

/** The source of a macro after changes of its parameters. */
export function changeMacroValues(source: string, changes: MacroChanges): string {
  const macro = elementOf(source)
  return macro ? sourceOf({ ...macro, children: changed(macro.children, changes) }) : source
}

/** {@link changeMacroValues} for the `head` of a macro with an edited body. */
export function changeHeadValues(head: string, changes: MacroChanges): string {
  return sourceOf(...changed(nodesOf(head), changes))
}

function changed(nodes: readonly StorageNode[], changes: MacroChanges): readonly StorageNode[] {
  return changes.reduce((before, [field, value]) => withValue(before, field, value), nodes)
}

/** Nodes of a macro with another value of a parameter. */
export function withValue(
  nodes: readonly StorageNode[],
  field: MacroField,
  value: MacroValue | undefined,
): readonly StorageNode[] {
  const spellings = spellingsOf(field)
  const isOld = (node: StorageNode) => spellings.some(name => isParameter(node, name))
  const others = nodes.filter(node => !isOld(node))
  if (value === undefined) return others
  // In place of the old one, else behind the last parameter: a body comes after them.
  const first = nodes.findIndex(isOld)
  const last = others.findLastIndex(node => node.type === 'element' && node.name === 'ac:parameter')
  const at = first < 0 ? last + 1 : nodes.slice(0, first).filter(node => !isOld(node)).length
  const parameter = element('ac:parameter', { 'ac:name': field.name }, contentOf(field, value))
  return others.toSpliced(at, 0, parameter)
}

function contentOf({ type }: MacroField, { text: written, spaceKey, isResource }: MacroValue): StorageNode[] {
  if (!isResource) return [text(written)]
  if (type === 'attachment') return [element('ri:attachment', { 'ri:filename': written }, [])]
  const space = spaceKey === undefined ? {} : { 'ri:space-key': spaceKey }
  return [element('ac:link', {}, [element('ri:page', { ...space, 'ri:content-title': written }, [])])]
}

function isParameter(node: StorageNode, name: string): boolean {
  return node.type === 'element' && node.name === 'ac:parameter' && (node.attributes['ac:name'] ?? '') === name
}

/** The source of a macro with another text as its body. */
export function changePlainBody(source: string, body: string): string {
  const macro = elementOf(source)
  if (!macro) return source
  const content = element('ac:plain-text-body', {}, body === '' ? [] : [text(body)])
  const at = macro.children.findIndex(node => node.type === 'element' && node.name === 'ac:plain-text-body')
  const children =
    at < 0 ? [...macro.children, content] : macro.children.map((node, index) => (index === at ? content : node))
  return sourceOf({ ...macro, children })
}
