import type { Html, HtmlChild } from '../html/html.ts'
import { h } from '../html/html.ts'
import { restAfter } from '../rest.ts'

/** Longer texts stay uncoloured: colouring costs far more than all else on a page. */
const maxLength = 100_000

/**
 * How long one text and all the code of one page may take, in milliseconds. Usual code takes a few; but the grammars are
 * regular expressions that backtrack, and on some texts (plain words called C, links called Markdown) they would take
 * minutes. Nothing else runs meanwhile, so one text must not take longer than anybody may wait. What is left when the
 * time is up stays uncoloured.
 */
const maxTimeOfText = 100
const maxTime = 300

interface Waiting {
  readonly length: number
  readonly begin: () => void
}

const waiting = new Set<Waiting>()
let busy = false

/**
 * Texts are coloured one after the other, whichever pages they stand on, and others are served in between. The shortest
 * goes first, so that usual code need not wait for what takes its time.
 */
async function inTurn<T>(length: number, work: () => Promise<T>): Promise<T> {
  if (busy) await new Promise<void>((begin) => waiting.add({ length, begin }))
  busy = true
  const start = performance.now()
  try {
    return await work()
  } finally {
    setTimeout(beginNext, restAfter(performance.now() - start))
  }
}

function beginNext(): void {
  const [shortest] = [...waiting].sort((one, other) => one.length - other.length)
  if (!shortest) {
    busy = false
    return
  }
  waiting.delete(shortest)
  shortest.begin()
}

/** The grammars we load; each is a name that lowlight knows. */
const grammars = `actionscript applescript bash c clojure cmake cpp csharp css dart delphi diff dockerfile elixir erlang
  go gradle graphql groovy haskell http ini java javascript json kotlin latex less lua makefile markdown matlab nginx
  objectivec perl php plaintext powershell properties protobuf python r ruby rust scala scss shell sql swift
  typescript vbnet xml yaml`.split(/\s+/)

/** What the code macro's languages are called there, where the names differ. */
const aliases: Readonly<Record<string, string>> = {
  actionscript3: 'actionscript',
  as3: 'actionscript',
  'c#': 'csharp',
  cs: 'csharp',
  'c++': 'cpp',
  cc: 'cpp',
  cfm: 'xml',
  coldfusion: 'xml',
  docker: 'dockerfile',
  erl: 'erlang',
  golang: 'go',
  html: 'xml',
  'html/xml': 'xml',
  'html and xml': 'xml',
  xhtml: 'xml',
  svg: 'xml',
  javafx: 'java',
  jfx: 'java',
  js: 'javascript',
  jsx: 'javascript',
  json5: 'json',
  kt: 'kotlin',
  md: 'markdown',
  'objective-c': 'objectivec',
  objc: 'objectivec',
  pas: 'delphi',
  pascal: 'delphi',
  patch: 'diff',
  pl: 'perl',
  ps: 'powershell',
  ps1: 'powershell',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rails: 'ruby',
  rs: 'rust',
  sass: 'scss',
  sh: 'bash',
  zsh: 'bash',
  console: 'shell',
  terraform: 'properties',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vb: 'vbnet',
  'visual basic': 'vbnet',
  yml: 'yaml',
}

const known: ReadonlySet<string> = new Set(grammars.filter((name) => name !== 'plaintext'))

/** The grammar for a language as the code macro names it, or undefined for plain text. */
function grammarOf(language: string): string | undefined {
  const name = Object.hasOwn(aliases, language) ? (aliases[language] ?? language) : language
  return known.has(name) ? name : undefined
}

interface Engine {
  /** Colours a text, or throws an error of the code `ERR_SCRIPT_EXECUTION_TIMEOUT` when `timeout` ms are up. */
  highlight(grammar: string, source: string, timeout: number): Piece['node']
}

/** Where the script below finds what it is to call: a global name, since a script sees no other. */
const slotName = 'oxbow.highlight'
const slot = Symbol.for(slotName)

let loading: Promise<Engine> | undefined

/** Loads the grammars when the first code is shown, and again after one was interrupted: it may be half compiled. */
function load(): Promise<Engine> {
  loading ??= Promise.all([import('lowlight'), import('node:vm')]).then(([{ all, createLowlight }, { Script }]) => {
    const lowlight = createLowlight(Object.fromEntries(Object.entries(all).filter(([name]) => grammars.includes(name))))
    const globals = globalThis as unknown as Record<symbol, unknown>
    // Only what a script calls can be interrupted, even within a regular expression; this one calls what it is given.
    const call = new Script(`globalThis[Symbol.for('${slotName}')]()`)
    return {
      highlight(grammar, source, timeout) {
        globals[slot] = () => lowlight.highlight(grammar, source)
        try {
          return call.runInThisContext({ timeout }) as Piece['node']
        } finally {
          globals[slot] = undefined
        }
      },
    }
  })
  return loading
}

/** A piece of the grammar's tree, as far as it matters here. */
interface Piece {
  readonly node: { readonly type: string; readonly value?: string; readonly children?: readonly Piece['node'][] }
  readonly name: string | undefined
}

/** Colours the code of one page. */
export class Highlighter {
  #left = maxTime

  /**
   * Colours code: a `code` element of spans whose classes (`hljs-…`) say what each piece is; plain text where the
   * language is not known, the text too long, or the page's time is up.
   */
  async highlight(source: string, language: string): Promise<Html> {
    const grammar = grammarOf(language.trim().toLowerCase())
    if (!grammar) return h('code', { class: 'language-text' }, source)
    const attributes = { class: `hljs language-${grammar}` }
    if (source.length > maxLength || this.#left < 1) return h('code', attributes, source)
    const tree = await inTurn(source.length, async () => this.#tree(await load(), source, grammar))
    return h('code', attributes, ...(tree ? pieces(tree) : [source]))
  }

  #tree(engine: Engine, source: string, grammar: string): Piece['node'] | undefined {
    if (this.#left < 1) return undefined
    const start = performance.now()
    try {
      return engine.highlight(grammar, source, Math.ceil(Math.min(this.#left, maxTimeOfText)))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')) throw error
      loading = undefined
      return undefined
    } finally {
      this.#left -= performance.now() - start
    }
  }
}

/** The pieces of a coloured text, laid out flat with the innermost class each, so that deep nesting costs nothing. */
function pieces(tree: Piece['node']): HtmlChild[] {
  const children: HtmlChild[] = []
  const stack: Piece[] = [{ node: tree, name: undefined }]
  for (let piece = stack.pop(); piece; piece = stack.pop()) {
    const { node, name } = piece
    if (node.type === 'text') {
      children.push(name === undefined ? node.value : h('span', { class: name }, node.value))
      continue
    }
    const own = classOf(node) ?? name
    for (const item of (node.children ?? []).toReversed()) stack.push({ node: item, name: own })
  }
  return children
}

function classOf(node: object): string | undefined {
  if (!('properties' in node) || typeof node.properties !== 'object' || node.properties === null) return undefined
  const names: unknown = 'className' in node.properties ? node.properties.className : undefined
  return Array.isArray(names) ? names.map(String).join(' ') : undefined
}
