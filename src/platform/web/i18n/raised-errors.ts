import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

/** Functions that raise errors, with the index of the key argument; options follow it. */
const RAISERS: Readonly<Record<string, number>> = {
  badRequest: 0,
  forbidden: 0,
  notFound: 0,
  conflict: 0,
  unauthorised: 0,
  refuse: 1,
  notThereYet: 1,
  HttpError: 1,
}
/** Schema checks whose last argument may be a message. */
const CHECKS: readonly string[] = ['min', 'max', 'regex', 'refine', 'email', 'url', 'string', 'addIssue']
/** Messages about ids in addresses, not shown in forms. */
const IN_ADDRESSES: readonly string[] = [
  'must be an id and .json',
  'must be the id of a token',
  'must be the id of a connected agent',
  'must be a session id',
  'must be a user key: 32 hex digits',
  'must be the name of a picture',
  'must be a content id: digits, or "att" and digits',
]

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** Displayed error texts, those of schemas of calls and settings too, with a file that raises them, and arguments without texts. */
export function raisedErrors(): { texts: Map<string, string>; unread: string[] } {
  const root = new URL('../../../', import.meta.url).pathname
  const files = globSync('{platform,features}/**/*.ts', { cwd: root }).filter(
    file => !/\.(?:test|e2e)\.ts$|\/(?:web|testing)\//.test(file),
  )
  const constants = new Map<string, string[]>()
  const parsed = files.map(file => {
    const source = readFileSync(root + file, 'utf8')
    const { program } = parseSync(file, source)
    const local = new Map<string, string[]>()
    const declare = (id: unknown, init: unknown) => {
      const name = String((id as Node)['name'])
      const found = init ? textsIn(init as Node, local) : []
      local.set(name, [...(local.get(name) ?? []), ...found])
      if (/^[A-Z_]+$/.test(name)) constants.set(name, found)
    }
    new Visitor({
      VariableDeclarator: ({ id, init }) => declare(id, init),
      AssignmentPattern: ({ left, right }) => declare(left, right),
    }).visit(program)
    return { file, source, program, local }
  })
  const texts = new Map<string, string>()
  const unread: string[] = []
  for (const { file, source, program, local } of parsed) {
    const known = new Map([...constants, ...local])
    const add = (key: Node | undefined, details: Node | undefined) => {
      if (!key || valueOf(details, 'forPrograms')) return
      const found = textsIn(key, known)
      if (found.length === 0) unread.push(`${file}: ${source.slice(key.start, key.end)}`)
      for (const text of found) texts.set(text, file)
    }
    const raised = (call: unknown) => {
      const { callee, arguments: given } = call as { callee: Node; arguments: Node[] }
      const isOwnKind = callee.type === 'Super' && source.includes('extends HttpError')
      const at = isOwnKind ? RAISERS['HttpError'] : RAISERS[String(callee['name'])]
      if (at !== undefined) add(given[at], given[at + 1])
      const check = callee.type === 'MemberExpression' ? String((callee['property'] as Node)['name']) : ''
      const isRead = /contract|wire\.ts$/.test(file) || /\bsetting\(/.test(source)
      if (!isRead || !CHECKS.includes(check)) return
      const last = given.at(-1)
      const own = partOf(last, 'error') ?? partOf(last, 'message') ?? last
      const isText = own?.type === 'TemplateLiteral' || typeof own?.['value'] === 'string'
      if (isText && !IN_ADDRESSES.includes(String(own['value']))) add(own, partOf(last, 'params'))
    }
    new Visitor({
      CallExpression: raised,
      NewExpression: raised,
      ObjectExpression(object) {
        const node = object as unknown as Node
        if (/ErrorText|Phrase|CqlSyntaxError/.test(source) && partOf(node, 'key')?.type === 'Literal')
          add(partOf(node, 'key'), node)
      },
    }).visit(program)
  }
  return { texts, unread }
}

/** Possible texts of an expression. */
function textsIn(node: Node, known: ReadonlyMap<string, string[]>): string[] {
  const parts = (...names: string[]) => names.flatMap(name => textsIn(node[name] as Node, known))
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : []
    case 'ConditionalExpression':
      return parts('consequent', 'alternate')
    case 'LogicalExpression':
      return parts('left', 'right')
    case 'BinaryExpression':
      return parts('left', 'right').length === 2 ? [parts('left', 'right').join('')] : []
    case 'Identifier':
      return known.get(String(node['name'])) ?? []
    case 'MemberExpression':
      return textsIn(node['object'] as Node, known)
    case 'ObjectExpression':
      return (node['properties'] as Node[]).flatMap(({ value }) => (value ? textsIn(value as Node, known) : []))
    default:
      return []
  }
}

function partOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== 'ObjectExpression') return undefined
  return (node['properties'] as { key?: Node; value?: Node }[]).find(({ key }) => key?.['name'] === name)?.value
}

function valueOf(node: Node | undefined, name: string): unknown {
  return partOf(node, name)?.['value']
}
