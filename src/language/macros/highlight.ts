import type { Html, HtmlChild } from '../html/html.ts'
import { h } from '../html/html.ts'
import { restAfter } from '../rest.ts'

/** Longer texts are not highlighted: it would cost far more than the rest of a page. */
const maxLength = 100_000

/**
 * Limit for one text and for all code of a page, ms of processor time. The grammars are regular expressions that
 * backtrack: usual code takes a few ms, some texts (plain words as C, links as Markdown) minutes, and nothing else runs
 * meanwhile. Text beyond the limit is not highlighted.
 */
const maxTimeOfText = 100
const maxTime = 300

/**
 * Interruptions come by the clock, also while a busy machine runs other programs, or while the text before it is
 * highlighted: a text is tried again, by itself, when it had little of the time, so that what is stored of a page does
 * not depend on the machine's load.
 */
const maxTries = 5

/** Grammars, by lowlight's names. */
const grammars = `actionscript applescript bash c clojure cmake cpp csharp css dart delphi diff dockerfile elixir erlang
  go gradle graphql groovy haskell http ini java javascript json kotlin latex less lua makefile markdown matlab nginx
  objectivec perl php plaintext powershell properties protobuf python r ruby rust scala scss shell sql swift
  typescript vbnet xml yaml`.split(/\s+/)

/** The code macro's languages, where their names differ from lowlight's. */
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

const known: ReadonlySet<string> = new Set(grammars.filter(name => name !== 'plaintext'))

/** Grammar of a code macro's language, or undefined for plain text. */
function grammarOf(language: string): string | undefined {
  const name = Object.hasOwn(aliases, language) ? (aliases[language] ?? language) : language
  return known.has(name) ? name : undefined
}

/** Length of the texts that are highlighted together, in UTF-16 units: they take some milliseconds. */
const maxLengthTogether = 20_000

interface Engine {
  /** Compiles a grammar on its first use, which takes a busy machine longer than a text may take. */
  compile(grammar: string): void
  highlight(grammar: string, source: string): Piece['node']
  /** Runs a function. @throws an error with code `ERR_SCRIPT_EXECUTION_TIMEOUT` after `timeout` ms */
  within(timeout: number, run: () => void): void
}

/** Global name for the function that the script below calls, since a script sees nothing else. */
const slotName = 'oxbow.highlight'
const slot = Symbol.for(slotName)

let loading: Promise<Engine> | undefined

/** Loads the grammars on first use, and again after an interruption, which may leave one half compiled. */
function load(): Promise<Engine> {
  loading ??= Promise.all([import('lowlight'), import('node:vm')]).then(([{ all, createLowlight }, { Script }]) => {
    const lowlight = createLowlight(Object.fromEntries(Object.entries(all).filter(([name]) => grammars.includes(name))))
    const globals = globalThis as unknown as Record<symbol, unknown>
    // Only code called by a script can be interrupted, even within a regular expression.
    const call = new Script(`globalThis[Symbol.for('${slotName}')]()`)
    const compiled = new Set<string>()
    return {
      compile(grammar) {
        if (!compiled.has(grammar)) lowlight.highlight(grammar, '')
        compiled.add(grammar)
      },
      highlight: (grammar, source) => lowlight.highlight(grammar, source),
      within(timeout, run) {
        globals[slot] = run
        try {
          call.runInThisContext({ timeout })
        } finally {
          globals[slot] = undefined
        }
      },
    }
  })
  return loading
}

/** A node of the grammar's tree, as far as used. */
interface Piece {
  readonly node: { readonly type: string; readonly value?: string; readonly children?: readonly Piece['node'][] }
  readonly name: string | undefined
}

/** Remaining time for the code of a page, ms. */
interface Allowance {
  left: number
}

/** Highlighter of one page's code. */
export class Highlighter {
  readonly #allowance: Allowance = { left: maxTime }

  /**
   * A `code` element of spans with classes `hljs-…`; plain text for an unknown language, a text that is too long, or
   * when the page's time is up.
   */
  async highlight(source: string, language: string): Promise<Html> {
    const grammar = grammarOf(language.trim().toLowerCase())
    if (!grammar) return h('code', { class: 'language-text' }, source)
    const attributes = { class: `hljs language-${grammar}` }
    const tree = source.length > maxLength ? undefined : await treeOf(source, grammar, this.#allowance)
    return h('code', attributes, ...(tree ? pieces(tree) : [source]))
  }
}

interface Waiting {
  readonly source: string
  readonly grammar: string
  readonly allowance: Allowance
  readonly resolve: (tree: Piece['node'] | undefined) => void
  readonly reject: (error: unknown) => void
  /** Interruptions while it was highlighted. */
  interruptions: number
}

const waiting = new Set<Waiting>()
let busy = false

/** Queue across pages, the shortest texts first, with other work served in between. */
function treeOf(source: string, grammar: string, allowance: Allowance): Promise<Piece['node'] | undefined> {
  return new Promise((resolve, reject) => {
    waiting.add({ source, grammar, allowance, resolve, reject, interruptions: 0 })
    if (busy) return
    busy = true
    // The page adds its other texts before.
    queueMicrotask(() => void highlightNext())
  })
}

async function highlightNext(): Promise<void> {
  const next = shortest()
  if (next.length === 0) {
    busy = false
    return
  }
  const start = performance.now()
  try {
    highlightAll(await load(), next)
  } catch (error) {
    for (const text of next) if (waiting.delete(text)) text.reject(error)
  }
  setTimeout(() => void highlightNext(), restAfter(performance.now() - start))
}

/** The texts to highlight next, the shortest first; one that was interrupted is by itself. */
function shortest(): Waiting[] {
  for (const text of waiting) if (text.allowance.left < 1) finish(text, undefined)
  const [first, ...others] = [...waiting].sort((one, other) => one.source.length - other.source.length)
  if (!first || first.interruptions > 0) return first ? [first] : []
  let length = first.source.length
  const end = others.findIndex(
    ({ source, interruptions }) => interruptions > 0 || (length += source.length) > maxLengthTogether,
  )
  return [first, ...others.slice(0, end < 0 ? others.length : end)]
}

/** Highlights texts by one call, since each call that can be interrupted costs a thread. */
function highlightAll(engine: Engine, texts: readonly Waiting[]): void {
  for (const { grammar } of texts) engine.compile(grammar)
  const trees = new Map<Waiting, Piece['node']>()
  let start = threadTime()
  const timeSpent = (): number => {
    const before = start
    start = threadTime()
    return start - before
  }
  try {
    engine.within(Math.ceil(Math.min(...texts.map(limitOf))), () => {
      for (const text of texts) {
        trees.set(text, engine.highlight(text.grammar, text.source))
        text.allowance.left -= timeSpent()
      }
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')) throw error
    loading = undefined
    const text = texts.find(one => !trees.has(one))
    if (text) interrupted(text, timeSpent())
  }
  for (const [text, tree] of trees) finish(text, tree)
}

function limitOf({ allowance }: Waiting): number {
  return Math.min(allowance.left, maxTimeOfText)
}

/** Has a text stay plain that had most of the time it may have, or was interrupted too often; any other waits again. */
function interrupted(text: Waiting, spent: number): void {
  const limit = limitOf(text)
  text.allowance.left -= spent
  text.interruptions++
  if (spent > limit / 2 || text.interruptions === maxTries) finish(text, undefined)
}

function finish(text: Waiting, tree: Piece['node'] | undefined): void {
  waiting.delete(text)
  text.resolve(tree)
}

/** Processor time of this thread, ms. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The tree as a flat list with the innermost class each, so that deep nesting costs nothing. */
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
