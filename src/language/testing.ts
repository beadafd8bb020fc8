import type { DefaultTreeAdapterMap } from 'parse5'
import { parse as parseHtml } from 'parse5'
import {
  builtinMacros,
  isBox,
  parse,
  referenceKey,
  render,
  type Reference,
  type RenderHost,
  type RenderOptions,
  type RenderResult,
  type Resolved,
} from './index.ts'

/** Names of the language's macros whose body the editor edits. */
export const boxNames: ReadonlySet<string> = new Set(builtinMacros.filter(isBox).map(({ name }) => name))

/** The page that tests render. */
export const testPage = { id: '42', title: 'Our Page', spaceKey: 'DS', version: 3, contentType: 'page' }

/** A wiki that holds what it is given, and counts how often it is asked. */
export function testHost(found: ReadonlyArray<readonly [Reference, Resolved]> = []): RenderHost & { asked: number } {
  const known = new Map(found.map(([reference, resolved]) => [referenceKey(reference), resolved]))
  return {
    asked: 0,
    resolve(references) {
      this.asked++
      const answer = references.flatMap(reference => {
        const resolved = known.get(referenceKey(reference))
        return resolved ? [[referenceKey(reference), resolved] as const] : []
      })
      return Promise.resolve(new Map(answer))
    },
  }
}

/** Renders a text as the test page. A macro that fails throws. */
export function renderText(source: string, options: Partial<RenderOptions> = {}): Promise<RenderResult> {
  return render(parse(source), {
    host: testHost(),
    page: testPage,
    baseUrl: 'https://wiki.example.com/ctx',
    onError: error => {
      throw error
    },
    ...options,
  })
}

/** The HTML of a text as the test page. */
export async function htmlOf(source: string, options: Partial<RenderOptions> = {}): Promise<string> {
  return (await renderText(source, options)).html
}

type HtmlNode = DefaultTreeAdapterMap['childNode']

/** Surroundings of rendered HTML on a page: a list item of a comment thread is where most could go wrong. */
const frame = [
  '<!DOCTYPE html><html><head></head><body><main><ol><li><div>',
  '</div></li></ol></main><p>after</p></body></html>',
] as const

/**
 * First position at which a parser reads rendered HTML otherwise than it is written, because it moves, closes or drops
 * something in the HTML or in its frame: the text from there on, as written and as read. '' if there is none.
 */
export function misreading(html: string): string {
  const expected = written(frame.join(html))
  const found = parseHtml(frame.join(html)).childNodes.map(read).join('')
  if (found === expected) return ''
  let at = 0
  while (found[at] === expected[at]) at++
  return `written ${expected.slice(Math.max(0, at - 100), at + 100)}, read ${found.slice(Math.max(0, at - 100), at + 100)}`
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#13', '\r'],
])
const voids: ReadonlySet<string> = new Set(['area', 'br', 'hr', 'img', 'col', 'wbr', 'input'])

/** Reads HTML by its tags alone. @throws Error if a tag is not closed where it should be */
function written(html: string): string {
  const token = /<(\/?)([a-z1-6]+)((?: [a-z-]+="[^"<>]*")*)>|([^<]+)|<!DOCTYPE html>/gy
  const open: string[] = []
  let result = ''
  let at = 0
  for (let match = token.exec(html); match; match = token.exec(html)) {
    at = token.lastIndex
    const [whole, slash, name = '', attributes = '', text] = match
    if (text !== undefined) {
      const before = result.endsWith('<pre>') ? text.replace(/^\n/, '') : text
      result += JSON.stringify(before.replace(/&([a-z]+|#13);/g, (entity, key: string) => entities.get(key) ?? entity))
    } else if (slash) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing at ${at} of ${html}`)
      result += '</>'
    } else if (name !== '') {
      result += `<${name}>`
      if (voids.has(name)) result += '</>'
      else open.push(name)
    } else if (whole === '' || attributes !== '') break
  }
  if (at !== html.length || open.length > 0) throw new Error(`Not well-formed at ${at}: ${html.slice(at, at + 200)}`)
  return result
}

function read(node: HtmlNode): string {
  if ('value' in node) return JSON.stringify(node.value)
  return 'tagName' in node ? `<${node.tagName}>${node.childNodes.map(read).join('')}</>` : ''
}
