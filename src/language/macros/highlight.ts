import type { Html, HtmlChild } from '../html/html.ts'
import { h } from '../html/html.ts'

/** Longer texts stay uncoloured: colouring costs far more than all else on a page. */
const maxLength = 100_000

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
export function grammarOf(language: string): string | undefined {
  const name = Object.hasOwn(aliases, language) ? (aliases[language] ?? language) : language
  return known.has(name) ? name : undefined
}

type Lowlight = ReturnType<typeof import('lowlight').createLowlight>

let loading: Promise<Lowlight> | undefined

/** Loads the grammars once, when the first code is shown. */
function load(): Promise<Lowlight> {
  loading ??= import('lowlight').then(({ all, createLowlight }) => {
    const entries = Object.entries(all).filter(([name]) => grammars.includes(name))
    return createLowlight(Object.fromEntries(entries))
  })
  return loading
}

/** A piece of the grammar's tree, as far as it matters here. */
interface Piece {
  readonly node: { readonly type: string; readonly value?: string; readonly children?: readonly Piece['node'][] }
  readonly name: string | undefined
}

/** Colours code: a `code` element of spans whose classes (`hljs-…`) say what each piece is. */
export async function highlight(source: string, grammar: string): Promise<Html> {
  const attributes = { class: `hljs language-${grammar}` }
  if (source.length > maxLength) return h('code', attributes, source)
  const lowlight = await load()
  const children: HtmlChild[] = []
  // Spans are laid out flat, each with the innermost class, so that deep nesting costs nothing.
  const stack: Piece[] = [{ node: lowlight.highlight(grammar, source), name: undefined }]
  for (let piece = stack.pop(); piece; piece = stack.pop()) {
    const { node, name } = piece
    if (node.type === 'text') {
      children.push(name === undefined ? node.value : h('span', { class: name }, node.value))
      continue
    }
    const own = classOf(node) ?? name
    for (const item of (node.children ?? []).toReversed()) stack.push({ node: item, name: own })
  }
  return h('code', attributes, ...children)
}

function classOf(node: object): string | undefined {
  if (!('properties' in node) || typeof node.properties !== 'object' || node.properties === null) return undefined
  const names: unknown = 'className' in node.properties ? node.properties.className : undefined
  return Array.isArray(names) ? names.map(String).join(' ') : undefined
}
