/**
 * Regular expressions whose search time is linear in the text, whatever the expression: authors of pages write them
 * (the table of contents filters headings by them), so one that backtracks could hold up the server. The expression
 * is compiled to a non-deterministic automaton, which is run by the set of its states.
 * Source: Thompson, "Regular Expression Search Algorithm" (1968); Cox, "Regular Expression Matching Can Be Simple And
 * Fast" (2007).
 *
 * Understood: literals, `.`, classes, `\d \w \s \b` and their opposites, groups, `|`, `* + ? {m,n}`, `^ $`, and `(?i)`
 * at the start. Back references and look-around are not.
 */
export interface Pattern {
  /** Whether the expression is found anywhere in the text. */
  test(text: string): boolean
  /** States of its automaton: a test takes at most so many steps for each character. */
  readonly states: number
}

const maxPattern = 500
const maxStates = 4000
const maxText = 10_000

type Test = (char: string) => boolean
type Check = (before: string, after: string) => boolean

type Node =
  | { readonly kind: 'char'; readonly test: Test }
  | { readonly kind: 'check'; readonly check: Check }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly item: Node; readonly min: number; readonly max: number }

type State =
  | { readonly kind: 'char'; readonly test: Test; next: number }
  | { readonly kind: 'check'; readonly check: Check; next: number }
  | { readonly kind: 'split'; next: number; other: number }
  | { readonly kind: 'match' }

/** Compiles an expression; undefined if it is malformed, too large or uses what is not understood. */
export function compilePattern(source: string): Pattern | undefined {
  if (source.length > maxPattern) return undefined
  try {
    const states = new Compiler(new PatternParser(source).parse()).states
    return { test: (text) => run(states, text.slice(0, maxText)), states: states.length }
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}

class PatternError extends Error {}

const isWord = (char: string): boolean => /^\w$/.test(char)
const classTests: Readonly<Record<string, Test>> = {
  d: (char) => char >= '0' && char <= '9',
  w: isWord,
  s: (char) => /^\s$/.test(char),
}
const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }

class PatternParser {
  readonly #chars: readonly string[]
  readonly #fold: boolean
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#fold = source.startsWith('(?i)')
    this.#chars = [...(this.#fold ? source.slice(4) : source)]
  }

  parse(): Node {
    const node = this.#choice()
    if (this.#at < this.#chars.length) throw new PatternError('unbalanced )')
    return node
  }

  #choice(): Node {
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    const [only] = options
    return options.length === 1 && only ? only : { kind: 'choice', options }
  }

  #sequence(): Node {
    const items: Node[] = []
    for (let char = this.#peek(); char !== undefined && char !== '|' && char !== ')'; char = this.#peek()) {
      items.push(this.#repeated(this.#atom()))
    }
    return { kind: 'sequence', items }
  }

  #repeated(item: Node): Node {
    const char = this.#peek()
    let range: readonly [number, number] | undefined
    if (char === '*') range = [0, Infinity]
    else if (char === '+') range = [1, Infinity]
    else if (char === '?') range = [0, 1]
    if (range) this.#at++
    else range = this.#bounds()
    if (!range) return item
    // Lazy and possessive forms find the same texts.
    if (this.#peek() === '?' || this.#peek() === '+') this.#at++
    if (/^[*?+]$/.test(this.#peek() ?? '')) throw new PatternError('nothing to repeat')
    return { kind: 'repeat', item, min: range[0], max: range[1] }
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#peek() !== '{') return undefined
    const match = /^\{(\d{1,3})(?:(,)(\d{0,3}))?\}/.exec(this.#chars.slice(this.#at, this.#at + 9).join(''))
    if (!match) return undefined
    this.#at += match[0].length
    const min = Number(match[1])
    const max = match[2] === undefined ? min : match[3] ? Number(match[3]) : Infinity
    if (max < min) throw new PatternError('bounds out of order')
    return [min, max]
  }

  #atom(): Node {
    const char = this.#next()
    switch (char) {
      case '(':
        return this.#group()
      case '[':
        return { kind: 'char', test: this.#class() }
      case '.':
        return { kind: 'char', test: (found) => found !== '\n' }
      case '^':
        return { kind: 'check', check: (before) => before === '' }
      case '$':
        return { kind: 'check', check: (_, after) => after === '' }
      case '*':
      case '+':
      case '?':
        throw new PatternError('nothing to repeat')
      case '\\':
        return this.#escape()
      default:
        return { kind: 'char', test: this.#literal(char) }
    }
  }

  #group(): Node {
    if (++this.#depth > 50) throw new PatternError('too deep')
    if (this.#take('?') && !this.#take(':')) throw new PatternError('only (?: ) is understood')
    const node = this.#choice()
    if (!this.#take(')')) throw new PatternError('missing )')
    this.#depth--
    return node
  }

  #escape(): Node {
    const char = this.#next()
    if (char === 'b' || char === 'B') {
      const wanted = char === 'b'
      return { kind: 'check', check: (before, after) => (isWord(before) !== isWord(after)) === wanted }
    }
    return { kind: 'char', test: this.#escaped(char) }
  }

  #escaped(char: string): Test {
    const lower = char.toLowerCase()
    const named = classTests[lower]
    if (named) return char === lower ? named : (found) => !named(found)
    const control = escapes[char]
    if (control !== undefined) return (found) => found === control
    if (/^[A-Za-z0-9]$/.test(char)) throw new PatternError('escape is not understood')
    return this.#literal(char)
  }

  #class(): Test {
    const negated = this.#take('^')
    const tests: Test[] = []
    for (let first = true; ; first = false) {
      const char = this.#next()
      if (char === ']' && !first) break
      if (char === '\\') {
        tests.push(this.#escaped(this.#next()))
        continue
      }
      if (this.#peek() === '-' && this.#chars[this.#at + 1] !== ']') {
        this.#at++
        tests.push(this.#range(char, this.#next()))
      } else tests.push(this.#literal(char))
    }
    return (found) => tests.some((test) => test(found)) !== negated
  }

  #range(from: string, to: string): Test {
    if (to === '\\' || to < from) throw new PatternError('range out of order')
    const inside: Test = (found) => found >= from && found <= to
    if (!this.#fold) return inside
    return (found) => inside(found.toLowerCase()) || inside(found.toUpperCase())
  }

  #literal(char: string): Test {
    if (!this.#fold) return (found) => found === char
    const lower = char.toLowerCase()
    return (found) => found.toLowerCase() === lower
  }

  #peek(): string | undefined {
    return this.#chars[this.#at]
  }

  #next(): string {
    const char = this.#chars[this.#at++]
    if (char === undefined) throw new PatternError('unexpected end')
    return char
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false
    this.#at++
    return true
  }
}

/** Lays a tree out as states; state 0 is where a search starts. */
class Compiler {
  readonly states: State[] = []

  constructor(root: Node) {
    this.#add(root)
    this.#push({ kind: 'match' })
  }

  /** Appends a node's states; they run on into whatever is appended next. */
  #add(node: Node): void {
    switch (node.kind) {
      case 'char':
      case 'check':
        this.#push({ ...node, next: this.states.length + 1 })
        return
      case 'sequence':
        for (const item of node.items) this.#add(item)
        return
      case 'choice':
        this.#addChoice(node.options)
        return
      case 'repeat':
        this.#addRepeat(node)
    }
  }

  #addChoice(options: readonly Node[]): void {
    const exits: Array<{ next: number }> = []
    for (const [index, option] of options.entries()) {
      const last = index === options.length - 1
      const split = last ? undefined : this.#push({ kind: 'split', next: this.states.length + 1, other: 0 })
      this.#add(option)
      if (last) break
      exits.push(this.#push({ kind: 'split', next: 0, other: 0 }))
      if (split) split.other = this.states.length
    }
    for (const exit of exits) Object.assign(exit, { next: this.states.length, other: this.states.length })
  }

  #addRepeat({ item, min, max }: Node & { kind: 'repeat' }): void {
    for (let count = 0; count < min; count++) this.#add(item)
    if (max === Infinity) {
      const start = this.states.length
      const split = this.#push({ kind: 'split', next: start + 1, other: 0 })
      this.#add(item)
      this.#push({ kind: 'split', next: start, other: start })
      split.other = this.states.length
      return
    }
    const splits: Array<{ other: number }> = []
    for (let count = min; count < max; count++) {
      splits.push(this.#push({ kind: 'split', next: this.states.length + 1, other: 0 }))
      this.#add(item)
    }
    for (const split of splits) split.other = this.states.length
  }

  #push<S extends State>(state: S): S {
    if (this.states.length >= maxStates) throw new PatternError('too large')
    this.states.push(state)
    return state
  }
}

/** Runs the automaton over a text by the set of states it may be in; each state is entered once for each character. */
function run(states: readonly State[], text: string): boolean {
  const chars = [...text]
  let current: number[] = []
  const seen = new Int32Array(states.length).fill(-1)
  for (let at = 0; at <= chars.length; at++) {
    const before = chars[at - 1] ?? ''
    const after = chars[at] ?? ''
    const active: number[] = []
    // A match may start at any character.
    const pending = [...current, 0].toReversed()
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (seen[index] === at) continue
      seen[index] = at
      const state = states[index]
      if (!state || state.kind === 'match') return state !== undefined
      if (state.kind === 'split') pending.push(state.other, state.next)
      else if (state.kind === 'check') {
        if (state.check(before, after)) pending.push(state.next)
      } else active.push(index)
    }
    current = []
    if (at === chars.length) break
    for (const index of active) {
      const state = states[index]
      if (state?.kind === 'char' && state.test(after)) current.push(state.next)
    }
  }
  return false
}
