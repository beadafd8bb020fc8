import { isForeignAttribute, isForeignElement, safeForeign } from './foreign.ts'
import { safeStyle } from './style.ts'
import { safeImage, safeLink } from './url.ts'
import { HtmlWriter, type Tag } from './writer.ts'

interface Element extends Tag {
  readonly children: readonly Part[]
}

type Part = string | Html | Promise<Html> | Element | Later

// Set by the class below, so that its constructor and parts are private to this module.
let make: (parts: readonly Part[]) => Html
let partsOf: (html: Html) => readonly Part[]

/**
 * HTML that is safe by construction: made only by `h`, which has the allow-list, `fragment` and `text`, which escapes.
 * Parts may be promises (a macro that queries the wiki); `settle` awaits them.
 */
export class Html {
  readonly #parts: readonly Part[]

  private constructor(parts: readonly Part[]) {
    this.#parts = parts
  }

  static {
    make = parts => new Html(parts)
    partsOf = html => html.#parts
  }
}

/** Content of an element; strings are text and get escaped. */
export type HtmlChild = Html | Promise<Html> | string | number | undefined | false

/** Attribute values: undefined and false omit the attribute, true writes it empty. */
export type HtmlAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** A part made lazily, once. */
class Later {
  #make: (() => Html) | undefined
  #made: Html = empty

  constructor(make: () => Html) {
    this.#make = make
  }

  get(): Html {
    if (this.#make) this.#made = this.#make()
    this.#make = undefined
    return this.#made
  }
}

export const empty: Html = make([])

export function text(value: string): Html {
  return make([escapeText(value)])
}

export function fragment(children: readonly HtmlChild[]): Html {
  const parts: Part[] = []
  push(parts, children)
  return make(parts)
}

/** A lazy part, so that a large page is made in many small pieces of work. */
export function later(piece: () => Html): Html {
  return make([new Later(piece)])
}

/** Allow-list of elements, for pages and macros alike. */
const elements: ReadonlySet<string> = new Set(
  `a abbr address area article aside audio b bdi bdo big blockquote br button caption center cite code col colgroup dd del details
  dfn div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label legend
  li map mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th
  thead time tr tt u ul var video wbr`.split(/\s+/),
)

/** Global attributes, beside `data-*` and `aria-*`. */
const globalAttributes: ReadonlySet<string> = new Set([
  'id',
  'class',
  'style',
  'title',
  'lang',
  'dir',
  'role',
  'hidden',
])

/** Attributes by element. */
const ownAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: new Set(['href', 'target', 'rel', 'tabindex']),
    img: new Set(['src', 'alt', 'width', 'height', 'loading', 'border', 'usemap']),
    audio: new Set(['src', 'controls', 'preload']),
    video: new Set(['src', 'controls', 'preload', 'width', 'height']),
    map: new Set(['name']),
    area: new Set(['shape', 'coords', 'href', 'alt', 'target', 'rel']),
    td: new Set(['colspan', 'rowspan', 'headers']),
    th: new Set(['colspan', 'rowspan', 'headers', 'scope']),
    col: new Set(['span']),
    colgroup: new Set(['span']),
    ol: new Set(['start', 'type', 'reversed']),
    li: new Set(['value']),
    time: new Set(['datetime']),
    details: new Set(['open']),
    button: new Set(['type', 'disabled']),
    input: new Set(['type', 'name', 'value', 'checked', 'disabled', 'placeholder', 'autocomplete']),
    label: new Set(['for']),
    form: new Set(['action', 'method']),
    pre: new Set(['tabindex']),
    div: new Set(['tabindex']),
  }),
)

const inputTypes: ReadonlySet<string> = new Set(['hidden', 'checkbox', 'text', 'search', 'submit'])

/**
 * An element. Disallowed attributes, URLs and styles are omitted.
 * @throws TypeError for an element that is not listed, a mistake in a macro
 */
export function h(name: string, attributes: HtmlAttributes = {}, ...children: readonly HtmlChild[]): Html {
  if (!elements.has(name) && !isForeignElement(name))
    throw new TypeError(`The element <${name}> is not on the allow-list`)
  const checked: (readonly [string, string])[] = []
  for (const key in attributes) {
    const value = attributes[key]
    if (value === undefined || value === false) continue
    const written = check(name, key, value === true ? '' : String(value))
    if (written !== undefined) checked.push([key, written])
  }
  const parts: Part[] = []
  push(parts, children)
  return make([{ name, attributes: checked, children: parts }])
}

/** HTML as plain data, for another thread: its text is escaped and its elements are checked. */
export type HtmlData = readonly (string | (Tag & { readonly children: HtmlData }))[]

/** Makes and awaits every part. */
export async function htmlToData(html: Html): Promise<HtmlData> {
  const data: HtmlData[number][] = []
  for (const part of partsOf(html)) {
    const made = part instanceof Later ? part.get() : await part
    if (made instanceof Html) for (const inner of await htmlToData(made)) data.push(inner)
    else if (typeof made === 'string') data.push(made)
    else data.push({ ...made, children: await htmlToData(make(made.children)) })
  }
  return data
}

/** @param data made by {@link htmlToData} in a thread of this program: it is not checked again */
export function htmlFromData(data: HtmlData): Html {
  return make(data)
}

function attributesFor(name: string, tag: Tag): string {
  let written = ''
  for (const [key, value] of tag.attributes) {
    if (name === tag.name || isAllowed(name, key)) written += ` ${key}="${escapeAttribute(value)}"`
  }
  return written
}

/** The value to write for an attribute, or undefined if it is disallowed. */
function check(element: string, name: string, value: string): string | undefined {
  if (!isAllowed(element, name)) return undefined
  if (isForeignAttribute(element, name)) return safeForeign(value)
  switch (name) {
    case 'href':
      return safeLink(value)
    case 'src':
      return safeImage(value)
    case 'action':
      // A form may only lead back to the wiki.
      return /^\/(?![/\\])/.test(value) ? value : undefined
    case 'method':
      return value === 'get' || value === 'post' ? value : undefined
    case 'style':
      return safeStyle(value)
    case 'type':
      if (element === 'button') return value === 'button' || value === 'submit' ? value : undefined
      return element === 'input' && !inputTypes.has(value) ? undefined : value
    case 'target':
      return value === '_blank' ? value : undefined
    case 'class':
      return value.trim() === '' ? undefined : value
    default:
      return value
  }
}

function isAllowed(element: string, attribute: string): boolean {
  return (
    globalAttributes.has(attribute) ||
    (ownAttributes.get(element)?.has(attribute) ?? false) ||
    isForeignAttribute(element, attribute) ||
    /^(?:data|aria)-[a-z0-9-]{1,64}$/.test(attribute)
  )
}

function push(parts: Part[], children: readonly HtmlChild[]): void {
  for (const child of children) {
    if (child === undefined || child === false) continue
    if (typeof child === 'string') parts.push(escapeText(child))
    else if (typeof child === 'number') parts.push(String(child))
    else {
      // Rejections surface where the part is awaited; an earlier one must not end the process.
      if (child instanceof Promise) child.catch(() => undefined)
      parts.push(child)
    }
  }
}

// A parser reads a bare carriage return as a line feed.
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

function escapeText(value: string): string {
  return value.replace(/[&<>\r]/g, found => escapes[found] ?? found)
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\r]/g, found => escapes[found] ?? found)
}

/** A rendering exceeds the limits of one page. */
export class RenderLimitError extends Error {}

/** The output exceeds its limit. */
export class HtmlTooLargeError extends RenderLimitError {
  override readonly name = 'HtmlTooLargeError'
}

/** Yields to other work while a large page is made, and may abort it. */
export interface Pace {
  /** Called after each small piece of work; its result is awaited. @throws {RenderLimitError} to abort */
  step(): Promise<void> | undefined
  /** Awaits something that is not work of this page. */
  wait<T>(promise: Promise<T>): Promise<T>
}

const noPace: Pace = { step: () => undefined, wait: promise => promise }

interface Frame {
  readonly parts: readonly Part[]
  next: number
  /** Of an element: the level that ends it. */
  readonly level?: number | undefined
}

/** Parts written in one step. */
const partsOfStep = 500

/**
 * Makes and awaits every part, and writes the text, which a parser reads back as the same tree.
 *
 * @throws {HtmlTooLargeError} if it exceeds `limit` UTF-16 units
 * @throws {RenderLimitError} if `pace` aborts it
 */
export async function settle(html: Html, limit = 50 * 1024 * 1024, pace = noPace): Promise<string> {
  const writer = new HtmlWriter(attributesFor)
  await makeAll(html, pace)
  const stack: Frame[] = [{ parts: partsOf(html), next: 0 }]
  for (let count = 1, top = stack.at(-1); top; top = stack.at(-1), count++) {
    if (count % partsOfStep === 0) await pace.step()
    const part = top.parts[top.next++]
    if (part === undefined) {
      writer.end(top.level)
      stack.pop()
    } else if (typeof part === 'string') {
      writer.text(part)
    } else if (part instanceof Html || part instanceof Later) {
      stack.push({ parts: partsOf(part instanceof Html ? part : part.get()), next: 0 })
    } else if (part instanceof Promise) {
      const awaited = await pace.wait(part)
      await makeAll(awaited, pace)
      stack.push({ parts: partsOf(awaited), next: 0 })
    } else {
      stack.push({ parts: part.children, next: 0, level: writer.start(part) })
    }
    if (writer.length > limit) throw new HtmlTooLargeError(`The rendered page is longer than ${limit} characters`)
  }
  return writer.result()
}

/** Makes lazy parts in document order, so that pending promises have begun by then. */
async function makeAll(html: Html, pace: Pace): Promise<void> {
  const stack: Frame[] = [{ parts: partsOf(html), next: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const part = top.parts[top.next++]
    if (part === undefined) stack.pop()
    else if (part instanceof Html) stack.push({ parts: partsOf(part), next: 0 })
    else if (part instanceof Later) {
      stack.push({ parts: partsOf(part.get()), next: 0 })
      const rest = pace.step()
      if (rest) await rest
    } else if (typeof part !== 'string' && !(part instanceof Promise)) stack.push({ parts: part.children, next: 0 })
  }
}
