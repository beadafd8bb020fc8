import { stateOf } from './mermaid.ts'
import {
  GraphBuilder,
  linesOf,
  SequenceBuilder,
  UnreadableDiagramError,
  type Arrow,
  type Line,
  type NodeShape,
  type SourceLine,
  type TextDiagram,
} from './model.ts'

/**
 * Reads a sequence, class, component, use case, state or simple activity diagram of PlantUML.
 * @throws UnreadableDiagramError for other kinds, and at a line that is not understood
 */
export function readPlantuml(source: string): TextDiagram {
  const lines = linesOf(withoutComments(source)).filter(
    ({ text }) => !text.startsWith("'") && !/^@(?:start|end)uml\b/.test(text),
  )
  const [first] = lines
  if (!first) throw new UnreadableDiagramError(0, '')
  const other = lines.find(({ text }) => /^@start|^!/.test(text))
  if (other) throw new UnreadableDiagramError(other.number, other.text)
  if (lines.some(({ text }) => /^(?:start|stop|:.*[;|])$/.test(text))) return activity(lines)
  return lines.some(({ text }) => OF_GRAPHS.test(text)) ? graphOf(lines) : sequence(lines)
}

function withoutComments(source: string): string {
  return source.replace(/\/'[\s\S]*?'\//g, comment => comment.replace(/[^\n]/g, ''))
}

/** Lines that change only how a diagram looks. */
const LOOKS =
  /^(?:skinparam|hide|show|scale|autonumber|activate|deactivate|autoactivate|return$|header|footer|left to right direction|top to bottom direction|mainframe|newpage|\|\|\||\.\.\.$)/
const OF_GRAPHS =
  /^(?:(?:abstract\s+)?class|abstract|interface|enum|annotation|component|state|usecase|node|package|rectangle|cloud|folder|frame|storage|artifact|object)\b|\[\*\]|^[[(]|[\w\])"]\s+(?:<\|--|--\|>|<\|\.\.|\.\.\|>|\*--|--\*|o--|--o|\.\.>|<\.\.|\.\.|--)\s+["[(\w]/
const ARROW = /(<<|<)?([-.]+)(?:\[[^\]]*\]|left|right|up|down|[lrud](?=[-.]))?([-.]*)(>>|>|x|\\\\|\/\/)?/

function lineOf(signs: string): Line {
  const arrow = (sign: RegExp, kind: Arrow): Arrow => (sign.test(signs) ? kind : 'none')
  const first = (...arrows: Arrow[]) => arrows.find(one => one !== 'none') ?? 'none'
  return {
    isDashed: signs.includes('..'),
    startArrow: first(arrow(/^<\|/, 'triangle'), arrow(/^[*o]/, 'diamond'), arrow(/^</, 'arrow')),
    endArrow: first(arrow(/\|>$/, 'triangle'), arrow(/[*o]$/, 'diamond'), arrow(/>$/, 'arrow')),
  }
}

const NAME = String.raw`(?:"[^"]+"|\[[^\]]+\]|\([^)]+\)|:[^:]+:|[\p{L}\p{N}_.$@]+)`
const MESSAGE = new RegExp(
  `^(${NAME})\\s*${ARROW.source}\\s*(${NAME})\\s*(?:\\+\\+|--|\\*\\*|!!)?\\s*(?::\\s*(.*))?$`,
  'u',
)

function sequence(lines: readonly SourceLine[]): TextDiagram {
  const parts = new SequenceBuilder()
  let note: string[] | undefined
  for (const { text, number } of lines) {
    const part = /^(alt|else|opt|loop|par|break|critical|group|ref over)\b\s*(.*)$/.exec(text)
    const named = /^(?:participant|actor|boundary|control|entity|database|collections|queue)\s+(.+)$/.exec(text)
    const message = MESSAGE.exec(text)
    if (note) {
      if (!/^end\s*note$/.test(text)) note.push(text)
      else {
        parts.text(note.join(' '))
        note = undefined
      }
    } else if (LOOKS.test(text) || /^end\b/.test(text)) continue
    else if (/^title\s/.test(text)) parts.title = text.slice(6).trim()
    else if (/^[rh]?note\b[^:]*$/.test(text)) note = []
    else if (/^[rh]?note\b[^:]*:/.test(text)) parts.text(text.slice(text.indexOf(':') + 1))
    else if (/^==.*==$/.test(text)) parts.text(text.slice(2, -2))
    else if (part) parts.text(`[${part[1]}] ${part[2]}`)
    else if (named) {
      const { id, label } = nameOf(named[1] ?? '')
      parts.participant(id, label)
    } else if (message) {
      const [, left = '', start, one = '', two = '', end, right = '', label = ''] = message
      const isBack = start !== undefined && end === undefined
      const [from, to] = isBack ? [right, left] : [left, right]
      const isDashed = `${one}${two}`.length > 1
      const startArrow = start !== undefined && !isBack ? 'arrow' : 'none'
      parts.message(bare(from), bare(to), label, { isDashed, startArrow, endArrow: 'arrow' })
    } else throw new UnreadableDiagramError(number, text)
  }
  return parts.build()
}

/** A name with its label: `"Long name" as Short`, `Short as "Long name"`, or either alone. */
function nameOf(written: string): { id: string; label: string } {
  const plain = written.replace(/\s*(?:<<[^<>]*>>|#\w+|order\s+\d+)/g, '').trim()
  const [, first = plain, second] = /^(.+?)\s+as\s+(.+)$/.exec(plain) ?? []
  if (second === undefined) return { id: bare(first), label: bare(first) }
  return /^["[(:]/.test(second) ? { id: bare(first), label: bare(second) } : { id: second, label: bare(first) }
}

function bare(name: string): string {
  return name.replace(/^["[(:](.*)["\]):]$/s, '$1').trim()
}

const DECLARED =
  /^(?:abstract\s+)?(class|abstract|interface|enum|annotation|component|state|usecase|actor|node|database|rectangle|cloud|folder|frame|storage|artifact|object|queue|package)\s+(.+?)(\s*\{)?$/
const RELATION = new RegExp(
  `^(${NAME}|\\[\\*\\])\\s*(?:"[^"]*")?\\s*(<\\||[<*o])?([-.]+)(?:left|right|up|down|[lrud])?([-.]*)(\\|>|[>*o])?\\s*(?:"[^"]*")?\\s*(${NAME}|\\[\\*\\])\\s*(?::\\s*(.*))?$`,
  'u',
)

const SHAPES: Readonly<Record<string, NodeShape>> = {
  state: 'round',
  usecase: 'round',
  actor: 'round',
  database: 'round',
  cloud: 'round',
}
/** Declarations whose braces hold members rather than further parts. */
const WITH_MEMBERS = /^(?:class|abstract|interface|enum|annotation|object)$/

function graphOf(lines: readonly SourceLine[]): TextDiagram {
  const graph = new GraphBuilder()
  let open: { lines: string[]; hasMembers: boolean } | undefined
  for (const { text, number } of lines) {
    const declared = DECLARED.exec(text)
    const relation = RELATION.exec(text)
    if (open) {
      if (text === '}') open = undefined
      else if (!/^(?:--|\.\.|==|__)/.test(text)) open.lines.push(text.slice(0, 120))
    } else if (text === '}' || LOOKS.test(text)) {
      if (text.startsWith('left to right')) graph.direction = 'right'
    } else if (/^title\s/.test(text)) graph.title = text.slice(6).trim()
    else if (declared && !relation) {
      const [, kind = '', name = '', brace] = declared
      // A frame around others: its parts are drawn without it.
      if (brace !== undefined && !WITH_MEMBERS.test(kind)) continue
      const { id, label } = nameOf(name.replace(/\s+(?:extends|implements)\s.*$/, ''))
      const node = graph.node(id, label, SHAPES[kind])
      for (const parent of /\s(?:extends|implements)\s+([\w.]+)/.exec(name)?.slice(1) ?? [])
        // The parent stands above, as PlantUML places it.
        graph.edge({ from: parent, to: id, label: '', line: lineOf('<|--') })
      if (brace === undefined) continue
      node.hasMembers = true
      open = node
    } else if (relation) {
      const [, left = '', start = '', one = '', two = '', end = '', right = '', label = ''] = relation
      const line = lineOf(`${start}${one}${two}${end}`)
      graph.edge({ from: endOf(graph, left, true), to: endOf(graph, right, false), label, line })
    } else if (new RegExp(`^${NAME}(?:\\s+as\\s+\\w+)?$`, 'u').test(text) && /^[[(:]/.test(text)) {
      const { id, label } = nameOf(text)
      graph.node(id, label, text.startsWith('[') ? 'box' : 'round')
    } else throw new UnreadableDiagramError(number, text)
  }
  return graph.build()
}

function endOf(graph: GraphBuilder, written: string, isFrom: boolean): string {
  if (written === '[*]') return stateOf(graph, written, isFrom)
  const id = bare(written)
  graph.node(id, undefined, /^[(:]/.test(written) ? 'round' : undefined)
  return id
}

/** Steps one after the other, with branches by if, then, else and endif. */
function activity(lines: readonly SourceLine[]): TextDiagram {
  const graph = new GraphBuilder()
  let count = 0
  /** Nodes that lead to the next one, with the label of the way. */
  let ends: { id: string; label: string }[] = []
  const branches: { head: string; ends: typeof ends; hasElse: boolean }[] = []
  const add = (label: string, shape: NodeShape): string => {
    const id = `${++count}`
    graph.node(id, label, shape)
    for (const end of ends) graph.edge({ from: end.id, to: id, label: end.label, line: lineOf('->') })
    ends = [{ id, label: '' }]
    return id
  }
  for (const { text, number } of lines) {
    const step = /^:(.*)[;|]$/.exec(text)
    const asked = /^if\s*\((.*?)\)\s*(?:then|is)?\s*(?:\((.*?)\))?(?:\s*then)?$/.exec(text)
    const otherwise = /^else\s*(?:\((.*?)\))?$/.exec(text)
    const branch = branches.at(-1)
    if (step) add(step[1] ?? '', 'round')
    else if (text === 'start') add('', 'start')
    else if (/^(?:stop|end|kill|detach)$/.test(text)) {
      add('', 'end')
      ends = []
    } else if (asked) {
      const head = add(asked[1] ?? '', 'diamond')
      branches.push({ head, ends: [], hasElse: false })
      ends = [{ id: head, label: asked[2] ?? '' }]
    } else if (otherwise && branch) {
      branch.ends.push(...ends)
      branch.hasElse = true
      ends = [{ id: branch.head, label: otherwise[1] ?? '' }]
    } else if (text === 'endif' && branch) {
      ends = [...branch.ends, ...ends, ...(branch.hasElse ? [] : [{ id: branch.head, label: '' }])]
      branches.pop()
    } else if (/^title\s/.test(text)) graph.title = text.slice(6).trim()
    else if (!LOOKS.test(text)) throw new UnreadableDiagramError(number, text)
  }
  return graph.build()
}
