import {
  isMacro,
  isPageParameter,
  mapElements,
  type ElementNode,
  type Macro,
  type StorageDocument,
  type StorageNode,
} from '#language/index.ts'
import { rewriteCql } from '#features/search/server/index.ts'

/** Spaces, contents and addresses of the export, as they are called here; undefined for those that stay. */
export interface NamesHere {
  keyHere(key: string): string | undefined
  idHere(id: string): string | undefined
  addressHere(address: string): string | undefined
  /** The name of a template of the export: templates get other ids. */
  templateName(id: string): string | undefined
}

/** Ways in which the text of a parameter names something. */
type Kind = 'space' | 'page' | 'cql' | 'url' | 'id' | 'spaceAndPage' | 'template'

/** Parameters of any macro, by their names: of macros that the wiki does not have, nothing else is known. */
const BY_NAME: readonly [RegExp, Kind][] = [
  [/^(?:.*\.)?space(?:s|-?keys?)?$/i, 'space'],
  [/^cql$/i, 'cql'],
  [/^(?:url|href|link)$/i, 'url'],
  [/^(?:page|content)-?ids?$/i, 'id'],
]

/** Parameters of a macro whose form has no type for their values. */
const OF_MACROS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'create-from-template': { templateId: 'template' },
  'tasks-report-macro': { spaceAndPage: 'spaceAndPage', pages: 'id' },
}

/** Has the text parameters of macros name spaces, contents and addresses as they are called in this wiki. */
export class MacroParameters {
  readonly #kinds = new Map<string, ReadonlyMap<string, Kind>>()

  /** @param macros those of the wiki, whose parameters have types */
  constructor(macros: readonly Macro[]) {
    for (const { name, aliases, declaration } of macros) {
      const kinds = kindsOf(declaration)
      for (const spelling of [name, ...aliases]) this.#kinds.set(spelling, kinds)
    }
  }

  /** Whether the wiki has a macro of this name. */
  knows(macro: string): boolean {
    return this.#kinds.has(macro)
  }

  /** @returns the new document (the same one if nothing changed) and the number of changed parameters */
  rewritten(doc: StorageDocument, names: NamesHere): { doc: StorageDocument; changed: number } {
    let changed = 0
    const result = mapElements(doc, element => {
      if (!isMacro(element)) return element
      const macro = element.attributes['ac:name'] ?? ''
      let isChanged = false
      const children = element.children.map(item => {
        const next = this.#parameter(macro, item, names)
        if (next === item) return item
        isChanged = true
        changed++
        return next
      })
      return isChanged ? { ...element, children } : element
    })
    return { doc: result, changed }
  }

  #parameter(macro: string, item: StorageNode, names: NamesHere): StorageNode {
    const value = textOf(item)
    if (!value) return item
    const kind = this.#kindOf(macro, value.name)
    const text = kind && changedText(kind, value.text, names)
    if (text === undefined || text === value.text) return item
    return { ...value.element, children: [{ type: 'text', text }] }
  }

  #kindOf(macro: string, parameter: string): Kind | undefined {
    // The references of the text have been brought here by themselves.
    if (isPageParameter(macro, parameter)) return undefined
    return (
      OF_MACROS[macro]?.[parameter] ??
      this.#kinds.get(macro)?.get(parameter) ??
      BY_NAME.find(([pattern]) => pattern.test(parameter))?.[1]
    )
  }
}

/** Kinds of the parameters of a macro, by all spellings of their names. */
function kindsOf({ parameters }: Macro['declaration']): ReadonlyMap<string, Kind> {
  const found = new Map<string, Kind>()
  for (const [name, { type, aliases = [] }] of Object.entries(parameters)) {
    const kind =
      type === 'space' || type === 'page' || type === 'cql' || type === 'url'
        ? type
        : BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
    if (kind) for (const spelling of [name, ...aliases]) found.set(spelling, kind)
  }
  return found
}

/** The name of a parameter and its value, if that is a text. */
function textOf(item: StorageNode): { element: ElementNode; name: string; text: string } | undefined {
  if (item.type !== 'element' || (item.name !== 'ac:parameter' && item.name !== 'ac:default-parameter'))
    return undefined
  const [only, ...others] = item.children
  if (only?.type !== 'text' || others.length > 0) return undefined
  return { element: item, name: item.attributes['ac:name'] ?? '', text: only.text }
}

function changedText(kind: Kind, text: string, names: NamesHere): string | undefined {
  const { keyHere, idHere, addressHere } = names
  switch (kind) {
    case 'space':
      // Several keys, also with `+` or `-` before them.
      return text.replaceAll(/(^|[\s,])([+-]?)([^\s,]+)/g, (_, before: string, sign: string, key: string) => {
        return before + sign + (keyHere(key) ?? key)
      })
    case 'page':
      return text.replace(
        /^(\s*)([^:\s]+):(?=\S)/,
        (_, blank: string, key: string) => `${blank}${keyHere(key) ?? key}:`,
      )
    case 'cql':
      return rewriteCql(text, named => (named.kind === 'space' ? keyHere(named.text) : idHere(named.text)))
    case 'url':
      return addressHere(text.trim())
    case 'template':
      return names.templateName(text.trim())
    case 'id':
      return text.replaceAll(/(?<![\w.-])\d{1,15}(?![\w.-])/g, id => idHere(id) ?? id)
    case 'spaceAndPage':
      return text.replaceAll(/\b(space|page):([^\s,]+)/g, (_, what: string, name: string) => {
        return `${what}:${(what === 'space' ? keyHere(name) : idHere(name)) ?? name}`
      })
  }
}
