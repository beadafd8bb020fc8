import { decodeHTMLStrict } from 'entities'
import { Marked, type Token, type Tokens } from 'marked'
import type { ElementNode } from '../model.ts'
import { element, text } from '../model.ts'
import { parse, StorageSyntaxError } from '../parse.ts'
import { serialiseNodes } from '../serialise.ts'
import { MACRO_OF_ALERT } from './alerts.ts'
import { resourceAt, fileAt } from './addresses.ts'
import { KeptParts, type MarkdownPlace } from './page.ts'

/** Markdown that cannot be written into a page. The message is a sentence without its full stop. */
export class MarkdownError extends Error {
  override readonly name = 'MarkdownError'
}

/** First line of a quote that is a box: an alert, or a macro by its name, with a title. */
const HEAD = /^\[!([A-Za-z][\w-]{0,60})\](?:[ \t]+(.*))?$/
/** Macros that a quote may be beside those of alerts. */
const BOX_MACROS: ReadonlySet<string> = new Set(['info', 'tip', 'note', 'warning', 'panel', 'expand', 'excerpt'])

/** Tags without attributes that are understood; any other is text, such as `List<String>`. */
const KNOWN_TAG = /^<(\/?)(b|br|code|del|em|i|kbd|s|strong|sub|sup|u)\s*\/?>$/i

const BULLET_CHECKBOX = /^\[[ xX]\]$/

const markdown = new Marked({ gfm: true })

/** The blocks of Markdown. */
export function blockTokens(source: string): Token[] {
  return markdown.lexer(source).filter(({ type }) => type !== 'space' && type !== 'def')
}

/** Name and title of a box by the first line of its quote; undefined for a quote without one. */
export function headIn(line: string): { readonly macro: string; readonly title: string } | undefined {
  const [, word = '', title = ''] = HEAD.exec(line.trim()) ?? []
  const macro = MACRO_OF_ALERT[word] ?? word
  return BOX_MACROS.has(macro) ? { macro, title: plainText(title) } : undefined
}

/** The words of inline Markdown. */
export function plainText(source: string): string {
  return unescaped(source.trim())
}

function unescaped(source: string): string {
  return decodeHTMLStrict(source.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'))
}

/**
 * Storage format of Markdown. Parts that are written as on the page keep what is stored for them.
 * @throws MarkdownError if it has a block of storage format that is not well-formed, or a diagram that is not on the page
 */
export class StorageWriter {
  readonly #place: MarkdownPlace
  readonly #kept: KeptParts

  constructor(place: MarkdownPlace, kept = new KeptParts()) {
    this.#place = place
    this.#kept = kept
  }

  /** Blocks of Markdown. */
  blocks(source: string): string {
    return this.tokens(blockTokens(source))
  }

  tokens(tokens: readonly Token[]): string {
    return tokens.map(token => this.#block(token)).join('')
  }

  #block(token: Token): string {
    const kept = this.#kept.get('block', token.raw.trimEnd())
    if (kept !== undefined) return kept
    switch (token.type) {
      case 'space':
      case 'def':
      case 'checkbox':
        return ''
      case 'heading':
        return wrapped(`h${(token as Tokens.Heading).depth}`, this.inline(token.tokens))
      case 'paragraph':
      case 'text':
        return wrapped('p', this.inline(token.tokens ?? [token]))
      case 'hr':
        return '<hr />'
      case 'code':
        return this.#code(token as Tokens.Code)
      case 'blockquote':
        return this.#quote(token as Tokens.Blockquote)
      case 'list':
        return this.list(token as Tokens.List)
      case 'table':
        return this.#table(token as Tokens.Table)
      case 'html':
        return /^\s*<!--[\s\S]*-->\s*$/.test(token.raw)
          ? ''
          : wrapped('p', escaped(token.raw.trim()).replaceAll('\n', '<br />'))
      default:
        return wrapped('p', escaped(token.raw))
    }
  }

  #code({ text: code, lang = '' }: Tokens.Code): string {
    const [kind = '', ...words] = lang.trim().split(/\s+/)
    if (kind === 'storage') return storageBlock(code)
    if (kind === 'diagram') {
      const kept = this.#kept.get('diagram', [kind, ...words].join(' '))
      if (kept !== undefined) return kept
      throw new MarkdownError(
        `The diagram "${words.join(' ')}" is not on this page, and Markdown cannot make a diagram`,
      )
    }
    return codeMacro(code, /^[\w+#.-]+/.exec(kind)?.[0] ?? '')
  }

  #quote({ tokens }: Tokens.Blockquote): string {
    const [first, ...others] = tokens
    const [line = '', ...lines] = first?.type === 'paragraph' ? first.raw.split('\n') : []
    const head = headIn(line)
    if (!head) return wrapped('blockquote', this.tokens(tokens))
    const rest = lines.length > 0 ? this.blocks(lines.join('\n')) : ''
    const title = head.title === '' ? '' : parameter('title', head.title)
    const body = rest + this.tokens(others)
    return `<ac:structured-macro ac:name="${head.macro}">${title}<ac:rich-text-body>${body || '<p />'}</ac:rich-text-body></ac:structured-macro>`
  }

  /** @param startTag the tag of the list that is edited, if it is of the same kind */
  list(token: Tokens.List, startTag?: string): string {
    const { ordered, items } = token
    if (!ordered && items.every(({ task }) => task))
      return `${startTag ?? '<ac:task-list>'}${items.map(item => this.#task(item)).join('')}</ac:task-list>`
    const name = ordered ? 'ol' : 'ul'
    const start = ordered && Number(token.start) > 1 ? `<ol start="${Number(token.start)}">` : `<${name}>`
    return `${startTag ?? start}${items.map(item => this.#item(item)).join('')}</${name}>`
  }

  #item(item: Tokens.ListItem): string {
    const kept = item.task ? undefined : this.#kept.get('item', item.text.trimEnd())
    return kept ?? wrapped('li', this.#content(item))
  }

  #task(item: Tokens.ListItem): string {
    const status = item.checked ? 'complete' : 'incomplete'
    const content = item.text.trimEnd()
    const kept = this.#kept.get('task', `${status}\n${content}`)
    if (kept !== undefined) return kept
    const ticked = this.#kept.get('task body', content)
    if (ticked !== undefined)
      return ticked.replace(/<ac:task-status>[^<]*<\/ac:task-status>/, `<ac:task-status>${status}</ac:task-status>`)
    return `<ac:task><ac:task-status>${status}</ac:task-status>${wrapped('ac:task-body', this.#content(item))}</ac:task>`
  }

  /** The content of an item: its text without a paragraph, and blocks below it. */
  #content({ tokens, task }: Tokens.ListItem): string {
    const inner = tokens.filter(({ type }) => type !== 'space' && type !== 'checkbox')
    const box = task ? tokens.find(({ type }) => type === 'checkbox') : undefined
    const texts = inner.filter(({ type }) => type === 'text' || type === 'paragraph').length
    return inner
      .map((token, index) => {
        const isFirst = index === 0 && texts === 1 && (token.type === 'text' || token.type === 'paragraph')
        return isFirst && 'tokens' in token
          ? this.inline(token.tokens ?? [token], box !== undefined)
          : this.#block(token)
      })
      .join('')
  }

  #table({ header, rows }: Tokens.Table): string {
    const isEmpty = header.every(cell => cell.text.trim() === '')
    const head = isEmpty ? '' : `<tr>${header.map(cell => this.cell(cell, 'th')).join('')}</tr>`
    return `<table><tbody>${head}${rows.map(row => this.row(row)).join('')}</tbody></table>`
  }

  /** A row of a table, with the names of its cells. */
  row(cells: readonly Tokens.TableCell[], nameOf: (column: number) => string = () => 'td'): string {
    return `<tr>${cells.map((cell, column) => this.cell(cell, nameOf(column))).join('')}</tr>`
  }

  cell(cell: Tokens.TableCell, name: string): string {
    const kept = this.#kept.get('cell', cell.text.trim())
    if (kept?.startsWith(`<${name}`)) return kept
    const content = this.inline(cell.tokens)
    return content === '' ? `<${name} />` : `<${name}><p>${content}</p></${name}>`
  }

  /** Inline Markdown, such as the text of a title. */
  line(source: string): string {
    return this.inline(markdown.Lexer.lexInline(source))
  }

  inline(tokens: readonly Token[] = [], isTask = false): string {
    let result = ''
    const open: string[] = []
    for (const token of tokens) {
      if (token.type === 'html') result += this.#tag(token.raw, open)
      else if (!(isTask && token.type === 'checkbox')) result += this.#inlineToken(token)
    }
    return (
      result +
      open
        .toReversed()
        .map(name => `</${name}>`)
        .join('')
    )
  }

  #tag(raw: string, open: string[]): string {
    const [, slash, tag = ''] = KNOWN_TAG.exec(raw) ?? []
    const name = tag.toLowerCase()
    if (name === 'br') return '<br />'
    if (name !== '' && slash === '') {
      open.push(name)
      return `<${name}>`
    }
    if (name !== '' && open.at(-1) === name) {
      open.pop()
      return `</${name}>`
    }
    return /^<!--[\s\S]*-->$/.test(raw) ? '' : escaped(raw)
  }

  #inlineToken(token: Token): string {
    const kept = this.#kept.get('inline', token.raw)
    if (kept !== undefined) return kept
    switch (token.type) {
      case 'strong':
        return wrapped('strong', this.inline(token.tokens))
      case 'em':
        return wrapped('em', this.inline(token.tokens))
      case 'del':
        return wrapped('del', this.inline(token.tokens))
      case 'br':
        return '<br />'
      case 'escape':
        return escaped((token as Tokens.Escape).text)
      case 'codespan':
        return codeSpanStorage((token as Tokens.Codespan).text)
      case 'link':
        return this.#link(token as Tokens.Link)
      case 'image':
        return this.#image(token as Tokens.Image)
      case 'checkbox':
        return BULLET_CHECKBOX.test(token.raw.trim()) ? escaped(token.raw) : ''
      default:
        if (token.type === 'text' && 'tokens' in token && token.tokens) return this.inline(token.tokens)
        return escaped(decodeHTMLStrict(token.raw.replaceAll('\n', ' ')))
    }
  }

  #link({ href, tokens }: Tokens.Link): string {
    const address = decodeHTMLStrict(href)
    const words = this.inline(tokens)
    const found = resourceAt(address, this.#place)
    if (!found) return `<a href="${attribute(address)}">${words}</a>`
    const anchor = found.anchor === undefined ? '' : ` ac:anchor="${attribute(found.anchor)}"`
    const resource = found.resource ? serialiseNodes([found.resource]) : ''
    const isUser = found.resource?.name === 'ri:user'
    const body = isUser || words === '' ? '' : `<ac:link-body>${words}</ac:link-body>`
    return `<ac:link${anchor}>${resource}${body}</ac:link>`
  }

  #image({ href, text: alt, raw }: Tokens.Image): string {
    const address = decodeHTMLStrict(href)
    const { baseUrl } = this.#place
    const own = baseUrl && address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : address
    const file = fileAt(own, this.#place)
    const isName = /^[^/:?#\\]+$/.test(own)
    const resource =
      file ??
      (/^https?:\/\//i.test(address)
        ? element('ri:url', { 'ri:value': address })
        : isName
          ? element('ri:attachment', { 'ri:filename': decodedName(own) })
          : undefined)
    if (!resource) return escaped(raw)
    return serialiseNodes([element('ac:image', { 'ac:alt': alt === '' ? undefined : unescaped(alt) }, [resource])])
  }
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** @throws MarkdownError if it is not well-formed */
function storageBlock(source: string): string {
  try {
    parse(source)
    return source
  } catch (error) {
    if (error instanceof StorageSyntaxError)
      throw new MarkdownError(`A block of storage format is not well-formed: ${error.message}`)
    throw error
  }
}

/** A macro of code. */
export function codeMacro(code: string, language: string): string {
  const children: ElementNode[] = [element('ac:plain-text-body', {}, [code])]
  if (language !== '') children.unshift(element('ac:parameter', { 'ac:name': 'language' }, [language]))
  return serialiseNodes([element('ac:structured-macro', { 'ac:name': 'code' }, children)])
}

/** Dates that the page has as `{date: 2026-01-31}` become dates; other code is code. */
function codeSpanStorage(code: string): string {
  const date = /^\{date: (\d{4}-\d{2}-\d{2})\}$/.exec(code)?.[1]
  return date === undefined ? wrapped('code', escaped(code)) : `<time datetime="${date}" />`
}

function parameter(name: string, value: string): string {
  return serialiseNodes([element('ac:parameter', { 'ac:name': name }, [value])])
}

function wrapped(name: string, content: string): string {
  return content === '' ? '' : `<${name}>${content}</${name}>`
}

/** Text as it stands in storage format. */
export function escaped(value: string): string {
  // oxlint-disable-next-line no-control-regex
  const clean = value.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed()
  return serialiseNodes([text(clean)])
}

function attribute(value: string): string {
  return escaped(value).replaceAll('"', '&quot;')
}
